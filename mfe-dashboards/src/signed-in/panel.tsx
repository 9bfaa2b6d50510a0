import { useLocation } from '@site/shared/site/site.ts';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import css from './panel.module.css';

type PanelProps = {
  /** What an address names after its # to open the page here. */
  readonly name?: string;
  readonly title: string;
  /** One sentence on what is here. */
  readonly hint?: string;
  /** A link or a button beside the title. */
  readonly action?: ReactNode;
  /** The content goes to the edges, such as a table. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
};

/** One matter of an admin page: a sheet with its title. */
export function Panel({ name, title, hint, action, isFlush, children }: PanelProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const isNamed = name !== undefined && hash === `#${name}`;

  // When the address came, the panel's data had not.
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
