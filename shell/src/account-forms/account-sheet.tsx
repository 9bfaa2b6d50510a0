import type { ReactNode } from 'react';
import css from './account-sheet.module.css';

/** Renders the sheet of each account page. */
export function AccountSheet({ title, intro, children }: { title: string; intro: ReactNode; children: ReactNode }) {
  return (
    <div className={css.page}>
      <section className={css.sheet} aria-labelledby="account-title">
        <h1 id="account-title" className={css.title}>
          {title}
        </h1>
        {intro && <p className={css.intro}>{intro}</p>}
        {children}
      </section>
    </div>
  );
}
