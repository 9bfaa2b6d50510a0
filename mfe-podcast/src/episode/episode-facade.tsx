import type { Episode } from '@site/shared/contracts/episodes.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import type { PictureLoading } from '@site/shared/patterns/responsive-picture.tsx';
import { Icon, playerStore, usePlayer, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useEffect, useState } from 'react';
import { useStoppedAt } from '../listening/listening.ts';
import { usePlayback } from '../listening/playback.ts';
import { PLAYER_ID } from '../player/player-id.ts';
import { formatClock } from './clock.ts';
import css from './episode-facade.module.css';
import { episodeTexts } from './texts.ts';
import { Thumbnail } from './thumbnail.tsx';

type EpisodeFacadeProps = {
  readonly episode: Episode;
  /** The width on screen, as the `sizes` attribute. */
  readonly sizes: string;
  readonly loading: PictureLoading;
  /** The start of a video that is not playing yet. Null continues where its listener stopped. */
  readonly startSeconds?: number | null;
  /** Whether this place is out of sight, so that a video playing here moves elsewhere. */
  readonly isHidden?: boolean;
};

/**
 * An episode's picture with a play button. Nothing of the video's provider is loaded before the button is pressed. The player's dock, which
 * outlives this component, then draws the video over this place. An example has no video to play. A video that only its provider may play
 * is a link to the provider.
 */
export function EpisodeFacade({ episode, sizes, loading, startSeconds = null, isHidden = false }: EpisodeFacadeProps) {
  const t = useTexts(episodeTexts);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const isHere = usePlayer((player) => place !== null && player.place === place);
  const isHomeless = usePlayer(({ playing, place: taken }) => playing?.episode.id === episode.id && !taken);

  // The player is outside this page's React tree, so this effect tells it where its video may be shown, and when that place is gone.
  useEffect(() => {
    if (place && isHomeless && !isHidden) playerStore.getState().offer(place);
  }, [place, isHomeless, isHidden]);
  useEffect(() => {
    if (!place || isHidden) return;
    return () => playerStore.getState().leave(place);
  }, [place, isHidden]);

  const { id, slug, title, media, durationSeconds } = episode;
  const isStarting = usePlayback((now) => now === null || now.episodeId !== id || now.state === 'starting');
  const stoppedAt = useStoppedAt(id);
  const begins = startSeconds ? t.startAt(formatClock(startSeconds)) : null;
  const goesOn = startSeconds === null && stoppedAt !== null ? t.continueAt(formatClock(stoppedAt)) : null;
  const hint = begins ?? goesOn;
  if (!media || media.isExternal) {
    return (
      <div className={css.facade}>
        <Thumbnail picture={episode.picture} sizes={sizes} loading={loading} />
        {media && (
          <a className={css.play} href={media.url} target="_blank" rel="noopener" aria-label={t.watchThere(title)}>
            <span className={css.mark}>
              <Icon path={pageIcons.play} />
            </span>
            <span className={css.hint}>{t.watchOnly}</span>
          </a>
        )}
      </div>
    );
  }
  return (
    <div ref={setPlace} className={css.facade} tabIndex={-1}>
      <Thumbnail picture={episode.picture} sizes={sizes} loading={loading} />
      {isHere ? (
        <>
          {isStarting && (
            <span className={css.play} role="status">
              <span className={css.mark} data-busy>
                <VisuallyHidden>{t.starting}</VisuallyHidden>
              </span>
            </span>
          )}
          <button type="button" className={css.toPlayer} onClick={() => document.getElementById(PLAYER_ID)?.focus()}>
            {t.toPlayer}
          </button>
        </>
      ) : (
        <button
          type="button"
          className={css.play}
          aria-label={hint === null ? t.play(title) : `${hint}. ${t.play(title)}`}
          onClick={() => playerStore.getState().play({ episode: { id, slug, title, media }, startSeconds }, place)}
        >
          <span className={css.mark}>
            <Icon path={pageIcons.play} />
          </span>
          {hint !== null && <span className={css.hint}>{hint}</span>}
          {goesOn !== null && stoppedAt !== null && (
            <span className={css.heard} style={{ inlineSize: `${Math.min(100, (100 * stoppedAt) / durationSeconds)}%` }} />
          )}
        </button>
      )}
    </div>
  );
}
