import { type ReactNode, useId } from 'react';
import css from './panel.module.css';

type PanelProps = {
  readonly title: string;
  /** A link or a button beside the title. */
  readonly action?: ReactNode;
  /** The content goes to the edges, such as a table. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
};

/** One matter of an admin page: a sheet with its title. */
export function Panel({ title, action, isFlush, children }: PanelProps) {
  const id = useId();
  return (
    <section className={css.panel} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        {action}
      </div>
      <div className={css.body} data-flush={isFlush || undefined}>
        {children}
      </div>
    </section>
  );
}
