import type { AboutContent } from '@site/shared/contracts/content.ts';
import css from './timeline.module.css';

export function Timeline({ timeline }: { timeline: AboutContent['timeline'] }) {
  return (
    <ol className={css.timeline}>
      {timeline.map(({ year, title, text }) => (
        <li key={`${year} ${title}`} className={css.stop}>
          <p className={css.year}>{year}</p>
          <div className={css.words}>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
