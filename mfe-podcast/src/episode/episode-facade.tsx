import type { Episode } from '@site/shared/contracts/episodes.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import type { PictureLoading } from '@site/shared/patterns/responsive-picture.tsx';
import { Icon, type Medium, playerStore, usePlayer, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useEffect, useState } from 'react';
import { useStoppedAt } from '../listening/listening.ts';
import { playAs, playableAs } from '../listening/play.ts';
import { playback, usePlayback } from '../listening/playback.ts';
import { PLAYER_ID } from '../player/player-id.ts';
import { formatClock } from './clock.ts';
import css from './episode-facade.module.css';
import * as playIcons from './play-icons.ts';
import { episodeTexts } from './texts.ts';
import { Thumbnail } from './thumbnail.tsx';

type EpisodeFacadeProps = {
  readonly episode: Episode;
  /** The width of the picture on screen, as the `sizes` attribute. */
  readonly sizes: string;
  readonly loading: PictureLoading;
  /** The second at which the play button starts the episode. With null the episode continues where its listener stopped. */
  readonly startSeconds?: number | null;
  /** Whether this picture is out of sight, so that a video playing over it must move elsewhere. */
  readonly isHidden?: boolean;
};

/**
 * An episode's picture with a play button, or with two equal buttons if the episode has audio and video. Before a press, nothing is loaded
 * from the provider. After a press, the player's dock draws the video over this picture or plays the audio. The dock outlives this
 * component. Without audio and video there is no button. A video that only its provider may play is a link to the provider.
 */
export function EpisodeFacade({ episode, sizes, loading, startSeconds = null, isHidden = false }: EpisodeFacadeProps) {
  const t = useTexts(episodeTexts);
  const { id, title, media, durationSeconds } = episode;
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const medium = usePlayer(({ playing }) => (playing?.episode.id === id ? playing.medium : null));
  const isHere = usePlayer((player) => place !== null && player.place === place);
  const isHomeless = usePlayer(({ playing, place: taken }) => playing?.episode.id === id && !taken);

  // The dock is outside this page's React tree, so this effect tells the dock over which element it may show the video, and when that
  // element is gone.
  useEffect(() => {
    if (place && isHomeless && !isHidden) playerStore.getState().offer(place);
  }, [place, isHomeless, isHidden]);
  useEffect(() => {
    if (!place || isHidden) return;
    return () => playerStore.getState().leave(place);
  }, [place, isHidden]);

  const state = usePlayback((now) => (now?.episodeId === id ? now.state : 'starting'));
  const isHeard = medium === 'audio' && (state === 'starting' || state === 'playing');
  const stoppedAt = useStoppedAt(id);
  // Once the audio of this episode plays, the button continues at the current position instead of `startSeconds`.
  const start = medium === 'audio' ? null : startSeconds;
  const begins = start ? t.startAt(formatClock(start)) : null;
  const goesOn = start === null && stoppedAt !== null ? t.continueAt(formatClock(stoppedAt)) : null;
  const hint = isHeard ? null : (begins ?? goesOn);
  const ways = playableAs(episode);
  const external = media?.isExternal ? media.url : null;
  const isPair = ways.length + (external ? 1 : 0) > 1;

  const wordOf = (way: Medium): string => (way === 'audio' && isHeard ? t.pause : t[way]);
  const nameOf = (way: Medium): string => {
    // The accessible name of a button must begin with its visible word.
    if (isPair) return `${wordOf(way)}: ${title}${hint === null ? '' : `. ${hint}`}`;
    if (isHeard) return `${t.pause}: ${title}`;
    return hint === null ? t.play(title) : `${hint}. ${t.play(title)}`;
  };
  const press = (way: Medium): void => {
    if (way === 'audio' && isHeard) playback()?.pause?.();
    else playAs(way, episode, start, place);
  };
  if (isHere && medium === 'video') {
    return (
      <div ref={setPlace} className={css.facade} tabIndex={-1}>
        <Thumbnail picture={episode.picture} sizes={sizes} loading={loading} />
        {state === 'starting' && (
          <span className={css.ways} role="status">
            <span className={css.play}>
              <span className={css.mark} data-busy>
                <VisuallyHidden>{t.starting}</VisuallyHidden>
              </span>
            </span>
          </span>
        )}
        <button type="button" className={css.toPlayer} onClick={() => document.getElementById(PLAYER_ID)?.focus()}>
          {t.toPlayer}
        </button>
      </div>
    );
  }
  return (
    <div ref={setPlace} className={css.facade} tabIndex={-1}>
      <Thumbnail picture={episode.picture} sizes={sizes} loading={loading} />
      <div className={css.ways}>
        {ways.map((way) => (
          <button key={way} type="button" className={css.play} aria-label={nameOf(way)} onClick={() => press(way)}>
            <span
              className={css.mark}
              data-named={isPair || undefined}
              data-busy={(way === 'audio' && isHeard && state === 'starting') || undefined}
            >
              <Icon
                path={way === 'audio' && isHeard ? playIcons.pause : isPair && way === 'audio' ? playIcons.headphones : pageIcons.play}
              />
              {isPair && <span>{wordOf(way)}</span>}
            </span>
          </button>
        ))}
        {external && (
          <a className={css.play} href={external} target="_blank" rel="noopener" aria-label={t.watchThere(title)}>
            <span className={css.mark} data-named={isPair || undefined}>
              <Icon path={pageIcons.play} />
              {isPair && <span>{t.video}</span>}
            </span>
            {!isPair && <span className={css.hint}>{t.watchOnly}</span>}
          </a>
        )}
        {hint !== null && <span className={css.hint}>{hint}</span>}
        {start === null && stoppedAt !== null && (
          <span className={css.heard} style={{ inlineSize: `${Math.min(100, (100 * stoppedAt) / durationSeconds)}%` }} />
        )}
      </div>
    </div>
  );
}
