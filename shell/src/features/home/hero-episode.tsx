import type { Episode } from '@site/shared/contracts/episodes.ts';
import { paths } from '@site/shared/paths.ts';
import { Link, useTexts } from '@site/shared/site/site.ts';
import { EpisodePicture } from './episode-picture.tsx';
import css from './hero-episode.module.css';
import { homeTexts } from './texts.ts';

const SIZES = '(min-width: 82rem) 36rem, (min-width: 48rem) 45vw, 92vw';

/** The hero's video while the podcast's own facade is not there: a way to its page. */
export function HeroEpisode({ episode }: { episode: Episode }) {
  const t = useTexts(homeTexts);
  return (
    <Link to={paths.episode.href(episode.slug)} className={css.episode}>
      <EpisodePicture picture={episode.picture} sizes={SIZES} isFirst />
      <span className={css.words}>
        <span className={css.label}>{t.watch}</span>
        <span className={css.title}>{episode.title}</span>
      </span>
    </Link>
  );
}
