import type { Episode } from '@site/shared/contracts/episodes.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { Link, useFormats } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { EpisodePicture } from '../../episode/episode-picture.tsx';
import { Slot } from '../../federation/slot.tsx';
import css from './recent-episodes.module.css';

const SIZES = '(min-width: 82rem) 24rem, (min-width: 48rem) 30vw, 92vw';

type RecentEpisodesProps = { readonly episodes: readonly Episode[] };

/** Renders the newest episodes with the podcast's cards, or as links while the podcast is unavailable. */
export function RecentEpisodes({ episodes }: RecentEpisodesProps) {
  const props = { episodes, headingLevel: 3 } as const;
  return <Slot remote="mfe-podcast" name="episode-cards" props={props} fallback={<LinkedEpisodes episodes={episodes} />} />;
}

function LinkedEpisodes({ episodes }: RecentEpisodesProps) {
  const { day } = useFormats();
  return (
    <ul className={css.list}>
      {episodes.map(({ id, slug, title, picture, publishedAt }) => (
        <li key={id}>
          <Link to={paths.episode.href(slug)} className={css.episode}>
            <EpisodePicture picture={picture} sizes={SIZES} loading="lazy" />
            <span className={css.words}>
              <time className={css.day} dateTime={publishedAt}>
                {day(publishedAt)}
              </time>
              <span className={css.title} lang={AUTHOR_LOCALE}>
                {title}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
