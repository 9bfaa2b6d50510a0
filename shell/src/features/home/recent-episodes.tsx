import type { Episode } from '@site/shared/contracts/episodes.ts';
import { paths } from '@site/shared/paths.ts';
import { Link, useFormats } from '@site/shared/site/site.ts';
import { EpisodePicture } from './episode-picture.tsx';
import css from './recent-episodes.module.css';

const SIZES = '(min-width: 82rem) 24rem, (min-width: 48rem) 30vw, 92vw';

/** The newest episodes while the podcast's own cards are not there: ways to their pages. */
export function RecentEpisodes({ episodes }: { episodes: readonly Episode[] }) {
  const { day } = useFormats();
  return (
    <ul className={css.list}>
      {episodes.map(({ id, slug, title, picture, publishedAt }) => (
        <li key={id}>
          <Link to={paths.episode.href(slug)} className={css.episode}>
            <EpisodePicture picture={picture} sizes={SIZES} />
            <span className={css.words}>
              <time className={css.day} dateTime={publishedAt}>
                {day(publishedAt)}
              </time>
              <span className={css.title}>{title}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
