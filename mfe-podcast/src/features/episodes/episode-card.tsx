import type { Episode } from '@site/shared/contracts/episodes.ts';
import { Icon, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import type { Ref } from 'react';
import css from './episode-card.module.css';
import { formatMinutes, summaryOf } from './episode-texts.ts';
import { ExternalLink } from './external-link.tsx';
import { texts } from './texts.ts';
import { Thumbnail } from './thumbnail.tsx';

type EpisodeCardProps = {
  readonly episode: Episode;
  /** Likely in the first view. */
  readonly isFirst: boolean;
  readonly titleRef?: Ref<HTMLHeadingElement>;
};

export function EpisodeCard({ episode, isFirst, titleRef }: EpisodeCardProps) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const { locale } = usePreferences();
  const summary = summaryOf(episode.description);
  return (
    <article className={css.card}>
      <div className={css.picture}>
        <Thumbnail picture={episode.picture} isFirst={isFirst} />
        <span className={css.play}>
          <Icon name="play" />
        </span>
      </div>
      <div className={css.text}>
        <p className={css.facts}>
          <time dateTime={episode.publishedAt}>{day(episode.publishedAt)}</time>
          <span>{formatMinutes(episode.durationSeconds, locale)}</span>
        </p>
        <h3 className={css.title} ref={titleRef} tabIndex={-1}>
          {episode.title}
        </h3>
        {summary && <p className={css.summary}>{summary}</p>}
        <div className={css.links}>
          <ExternalLink href={episode.youtubeUrl} icon="play" look="text" about={episode.title} coversPicture>
            {t.watch}
          </ExternalLink>
          {episode.spotifyUrl && (
            <ExternalLink href={episode.spotifyUrl} icon="globe" look="text" about={episode.title}>
              {t.listen}
            </ExternalLink>
          )}
        </div>
      </div>
    </article>
  );
}
