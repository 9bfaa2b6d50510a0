import type { AboutContent } from '@site/shared/contracts/content.ts';
import css from './offerings.module.css';

/** Icons on a 24 × 24 grid, like the site's other icons. */
const DRAWINGS: Record<AboutContent['offerings'][number]['kind'], string> = {
  podcast: 'M12 3.500a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3ZM6 11.500a6 6 0 0 0 12 0m-6 6v3m-3 0h6',
  writing: 'M4 20c.5-6 5-14 15.500-16C19 13 14 17 7.500 16.500M4 20c1.500-4 4.500-7.500 9-10',
  talks: 'M4 5h16v11h-8.500L7 20v-4H4V5Zm4 4h8m-8 3.500h5',
};

export function Offerings({ offerings }: { offerings: AboutContent['offerings'] }) {
  return (
    <ul className={css.list}>
      {offerings.map(({ kind, title, text }) => (
        <li key={title} className={css.offering}>
          <span className={css.mark}>
            <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d={DRAWINGS[kind]} />
            </svg>
          </span>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
