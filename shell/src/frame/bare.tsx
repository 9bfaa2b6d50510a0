import type { PageHandle } from '@site/shared/federation/page-meta.ts';
import type { ReactNode } from 'react';
import { useMatches } from 'react-router-dom';
import { CONTENT_ID } from './content-id.ts';

/** Whether the page at this address brings its own header, footer and `<main>`. */
export const useIsBare = (): boolean => useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.frame === 'bare');

/** What stands in for a page, which may be bare: then the content's landmark is missing too. */
export function StandIn({ className, children }: { className: string | undefined; children: ReactNode }) {
  return useIsBare() ? (
    <main id={CONTENT_ID} className={className} tabIndex={-1}>
      {children}
    </main>
  ) : (
    <div className={className}>{children}</div>
  );
}
