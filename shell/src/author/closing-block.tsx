import type { ReactNode } from 'react';
import css from './closing-block.module.css';

/** Renders the last block of the pages about the author: the owner's text, and links to continue. */
export function ClosingBlock({ closing: { title, text }, children }: { closing: { title: string; text: string }; children: ReactNode }) {
  return (
    <section className={css.closing} data-below aria-labelledby="closing">
      <div className={css.card}>
        <svg className={css.branch} viewBox="0 0 240 320" aria-hidden="true" focusable="false">
          <path className={css.stem} d="M36 320C66 232 104 126 196 12" />
          <path d="M58 258c-42-16-58-44-56-84 40 14 58 42 56 84Z" />
          <path d="M72 222c38 16 74 8 102-24-40-20-76-12-102 24Z" />
          <path d="M94 172c-34-22-44-52-32-88 34 24 46 54 32 88Z" />
          <path d="M110 142c36 18 70 12 100-16-38-22-72-16-100 16Z" />
          <path d="M138 92c-24-24-26-52-8-82 26 26 28 54 8 82Z" />
          <path d="M154 68c28 14 56 8 80-16-32-16-60-12-80 16Z" />
        </svg>
        <div className={css.words}>
          <h2 id="closing" className={css.title}>
            {title}
          </h2>
          <p className={css.text}>{text}</p>
          <div className={css.actions}>{children}</div>
        </div>
      </div>
    </section>
  );
}
