import { useLocation } from '@site/shared/site/site.ts';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import css from './panel.module.css';

type PanelProps = {
  /** The name after the # of a URL that opens this panel. */
  readonly name?: string;
  readonly title: string;
  /** A sentence about the panel, below its title. */
  readonly hint?: string;
  /** A link or a button next to the title. */
  readonly action?: ReactNode;
  /** Whether the content has no padding, such as a table. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
};

/** Shows a section of an admin page: a sheet with its title. */
export function Panel({ name, title, hint, action, isFlush, children }: PanelProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const isNamed = name !== undefined && hash === `#${name}`;

  // The browser could not scroll to the panel when the page opened, because the panel's data had not loaded. So the panel scrolls into view
  // itself.
  useEffect(() => {
    if (!isNamed) return;
    section.current?.scrollIntoView();
    section.current?.focus({ preventScroll: true });
  }, [isNamed]);

  return (
    <section ref={section} id={name} tabIndex={name === undefined ? undefined : -1} className={css.panel} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        {action}
      </div>
      <div className={css.body} data-flush={isFlush || undefined}>
        {hint && <p className={css.hint}>{hint}</p>}
        {children}
      </div>
    </section>
  );
}
