import type { Episode } from '@site/shared/contracts/episodes.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { Link, useTexts } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { EpisodePicture } from '../../episode/episode-picture.tsx';
import { Slot } from '../../federation/slot.tsx';
import css from './hero-episode.module.css';
import { homeTexts } from './texts.ts';

const SIZES = '(min-width: 82rem) 36rem, (min-width: 48rem) 45vw, 92vw';

/** Renders the hero's video and a link to its page. While the podcast is unavailable, only the link is shown. */
export function HeroEpisode({ episode }: { episode: Episode }) {
  const t = useTexts(homeTexts);
  const href = paths.episode.href(episode.slug);
  return (
    <div className={css.episode}>
      <Slot
        remote="mfe-podcast"
        name="episode-facade"
        props={{ episode }}
        fallback={
          <Link to={href} className={css.picture} tabIndex={-1} aria-hidden="true">
            <EpisodePicture picture={episode.picture} sizes={SIZES} loading="first" />
          </Link>
        }
      />
      <p className={css.caption}>
        <span className={css.label}>{t.chosen}</span>
        <Link to={href} className={css.title} lang={AUTHOR_LOCALE}>
          {episode.title}
        </Link>
      </p>
    </div>
  );
}
