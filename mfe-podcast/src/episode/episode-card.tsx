import type { Episode } from '@site/shared/contracts/episodes.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import type { PictureLoading } from '@site/shared/patterns/responsive-picture.tsx';
import { ScrollRegion } from '@site/shared/patterns/scroll-region.tsx';
import { Button, Icon, Link, paths, useFormats, useTexts } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { type Ref, useEffect, useId, useRef, useState } from 'react';
import css from './episode-card.module.css';
import { EpisodeFacade } from './episode-facade.tsx';
import { formatMinutes, summaryOf } from './episode-words.ts';
import { ExternalLink } from './external-link.tsx';
import { LinkedText } from './linked-text.tsx';
import { episodeTexts } from './texts.ts';

type EpisodeCardProps = {
  readonly episode: Episode;
  readonly headingLevel: 2 | 3;
  readonly loading: PictureLoading;
  readonly titleRef?: Ref<HTMLHeadingElement>;
};

const CARD_SIZES = '(min-width: 80rem) 24rem, (min-width: 45rem) 46vw, 92vw';

/**
 * A card with two sides. Its front shows the episode's picture, in which the video plays, and its back shows the whole description. An
 * empty popover turns the card, so that turning works without scripts. The keyboard cannot reach the hidden side.
 */
export function EpisodeCard({ episode, headingLevel, loading, titleRef }: EpisodeCardProps) {
  const t = useTexts(episodeTexts);
  const [isTurned, setIsTurned] = useState(false);
  const turned = useRef<HTMLSpanElement>(null);
  const [titleId, turnedId] = [useId(), useId()];
  const Heading = `h${headingLevel}` as const;
  const { title, description, slug } = episode;
  const summary = summaryOf(description);

  // The visitor may have turned the card before hydration.
  useEffect(() => setIsTurned(turned.current?.matches(':popover-open') ?? false), []);

  return (
    <article className={css.card} aria-labelledby={titleId} data-turned={isTurned || undefined}>
      <span
        ref={turned}
        id={turnedId}
        popover="manual"
        className={css.turned}
        onToggle={({ newState }) => setIsTurned(newState === 'open')}
      />
      <div className={css.sides}>
        <div className={css.front}>
          <div className={css.picture}>
            <EpisodeFacade episode={episode} sizes={CARD_SIZES} loading={loading} isHidden={isTurned} />
          </div>
          <div className={css.text}>
            <Facts episode={episode} />
            <Heading className={css.title} id={titleId} ref={titleRef} tabIndex={-1}>
              <Link to={paths.episode.href(slug)} lang={AUTHOR_LOCALE}>
                {title}
              </Link>
            </Heading>
            {summary && (
              <p className={css.summary} lang={AUTHOR_LOCALE}>
                {summary}
              </p>
            )}
          </div>
        </div>
        <div className={css.back}>
          <Facts episode={episode} />
          <Heading className={css.title} lang={AUTHOR_LOCALE}>
            {title}
          </Heading>
          <ScrollRegion className={css.description} aria-label={t.description(title)}>
            {description.trim() ? <LinkedText text={description} /> : <p>{t.noDescription}</p>}
          </ScrollRegion>
        </div>
      </div>
      <div className={css.foot}>
        <span className={css.turn}>
          <Button variant="secondary" size="s" popoverTarget={turnedId}>
            <span className={css.toBack}>
              <Icon path={pageIcons.pages} />
              {t.showDescription}
            </span>
            <span className={css.toFront}>
              <Icon path={pageIcons.play} />
              {episode.media || !episode.audio ? t.showVideo : t.showPicture}
            </span>
          </Button>
        </span>
        {episode.media && (
          <ExternalLink href={episode.media.url} icon={pageIcons.play} look="text" about={title}>
            {t.watch}
          </ExternalLink>
        )}
        {episode.spotifyUrl && (
          <ExternalLink href={episode.spotifyUrl} icon={pageIcons.microphone} look="text" about={title}>
            {t.listen}
          </ExternalLink>
        )}
      </div>
    </article>
  );
}

/** Shows the day and length of an episode. */
function Facts({ episode: { publishedAt, durationSeconds } }: { episode: Episode }) {
  const { day, once } = useFormats();
  return (
    <p className={css.facts}>
      <time dateTime={publishedAt}>{day(publishedAt)}</time>
      <span>{once(`minutes ${durationSeconds}`, (locale) => formatMinutes(durationSeconds, locale))}</span>
    </p>
  );
}
