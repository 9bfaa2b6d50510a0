import type { PageHandle } from '@site/shared/federation/page-meta.ts';
import type { ReactNode } from 'react';
import { useMatches } from 'react-router-dom';
import { CONTENT_ID } from './content-id.ts';

/** Returns whether the current page has its own header, footer and `<main>`. */
export const useIsBare = (): boolean => useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.frame === 'bare');

/** Renders a replacement for a page. For a bare page it includes `<main>`, which would otherwise be missing. */
export function StandIn({ className, children }: { className: string | undefined; children: ReactNode }) {
  return useIsBare() ? (
    <main id={CONTENT_ID} className={className} tabIndex={-1}>
      {children}
    </main>
  ) : (
    <div className={className}>{children}</div>
  );
}
