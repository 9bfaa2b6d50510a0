import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Icon } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import css from './collapsible.module.css';

type CollapsibleProps = {
  readonly title: string;
  /** Whether the title is a line of small text, without separator lines around the part. */
  readonly isQuiet?: boolean;
  readonly onOpen?: () => void;
  readonly children: ReactNode;
};

/** A collapsible part of a page, for content that few buyers need. It opens even without scripts. */
export function Collapsible({ title, isQuiet, onOpen, children }: CollapsibleProps) {
  return (
    <details className={css.fold} data-quiet={isQuiet || undefined} onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}>
      <summary className={css.title}>
        <Icon path={pageIcons.chevronDown} />
        {title}
      </summary>
      {children}
    </details>
  );
}
