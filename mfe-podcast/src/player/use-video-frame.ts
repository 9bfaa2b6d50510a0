import { type Playing, usePreferences } from '@site/shared/site/site.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { noteHeard, resumeSeconds, whenFoundElsewhere } from '../listening/listening.ts';
import { notePlayback, type Playback, playback } from '../listening/playback.ts';

/** The frame that plays now. A new `key` is a new frame: another address in the same one would be a step of the tab's history. */
type VideoFrame = {
  readonly key: number;
  readonly request: Playing;
  readonly startSeconds: number | null;
  /** The player's language. Another one would be another address, and begin anew. */
  readonly locale: Locale;
};

/** What the player tells of itself; each message holds what changed. */
type PlayerInfo = { readonly currentTime?: number; readonly duration?: number; readonly playerState?: number };

const STATES: Readonly<Record<number, Playback['state']>> = { 0: 'ended', 1: 'playing', 2: 'paused' };
/** Until the player answers, it is asked again: its page is loaded before its scripts listen. */
const ASK_EVERY_MS = 250;
/** A player that does not play by then waits for its viewer: browsers may refuse to begin by themselves. */
const START_LIMIT_MS = 4_000;

/** A message of the player's page, or null for any other. */
function infoOf(data: unknown): PlayerInfo | null {
  try {
    const { event, info } = JSON.parse(String(data)) as { event?: unknown; info?: unknown };
    const isInfo = (event === 'infoDelivery' || event === 'initialDelivery') && typeof info === 'object';
    return isInfo ? ((info ?? {}) as PlayerInfo) : {};
  } catch {
    return null;
  }
}

const frameOf = (key: number, request: Playing, locale: Locale): VideoFrame => ({
  key,
  request,
  locale,
  startSeconds: request.startSeconds ?? resumeSeconds(request.episode.id),
});

/**
 * The provider's player in a frame: its address, and the messages that it is told and tells while it plays (those of the IFrame
 * Player API). Each request for another episode is another frame; one for another place of the same episode moves the player there.
 * An episode without a place begins where its listener stopped.
 */
export function useVideoFrame(playing: Playing, playerUrl: string) {
  const { locale } = usePreferences();
  const iframe = useRef<HTMLIFrameElement>(null);
  const [{ key, request, startSeconds, locale: spoken }, setFrame] = useState<VideoFrame>(() => frameOf(0, playing, locale));
  const isLoaded = useRef(false);
  const handled = useRef(playing);
  const duration = useRef<number | null>(null);
  const { id } = request.episode;

  const tell = (message: object): void =>
    iframe.current?.contentWindow?.postMessage(JSON.stringify({ ...message, id: 'player', channel: 'widget' }), playerUrl);
  const command = (func: string, ...args: readonly unknown[]): void => tell({ event: 'command', func, args });

  // The player is another page: it is told what the visitor asked for.
  const handle = useEffectEvent((next: Playing) => {
    if (next.episode.id !== id || (next.startSeconds !== null && !isLoaded.current)) {
      isLoaded.current = false;
      setFrame(({ key: last }) => frameOf(last + 1, next, locale));
    } else {
      if (next.startSeconds !== null) command('seekTo', next.startSeconds, true);
      command('playVideo');
    }
  });
  useEffect(() => {
    if (handled.current === playing) return;
    handled.current = playing;
    handle(playing);
  }, [playing]);

  const note = useEffectEvent(({ currentTime, duration: whole, playerState }: PlayerInfo) => {
    const before = playback();
    if (before?.episodeId !== id) return;
    if (whole) duration.current = whole;
    const state = (playerState === undefined ? undefined : STATES[playerState]) ?? before.state;
    const seconds = currentTime ?? before.seconds;
    if (state !== before.state || Math.floor(seconds ?? -1) !== Math.floor(before.seconds ?? -1)) {
      notePlayback({ episodeId: id, state, seconds });
    }
    if (state === 'ended') noteHeard(id, duration.current ?? seconds ?? 0, duration.current ?? seconds, true);
    // Before it plays, the player stands at zero wherever it is to begin.
    else if (state !== 'starting' && seconds) noteHeard(id, seconds, duration.current, state === 'paused' && before.state !== 'paused');
  });
  const giveUpWaiting = useEffectEvent(() => {
    const now = playback();
    if (now?.state === 'starting') notePlayback({ ...now, state: 'paused' });
  });

  const goOn = useEffectEvent(() => {
    const place = resumeSeconds(id);
    const state = playback()?.state;
    // A moment that was asked for is played first. At its end a player that is moved begins to play.
    if (place === null || (request.startSeconds === null ? state === 'ended' : state !== 'paused')) return;
    if (isLoaded.current) command('seekTo', place, true);
    else setFrame(({ key: last }) => frameOf(last + 1, request, locale));
  });

  // Who presses at once is not kept waiting for the account, and taken to its place when it answers.
  useEffect(() => whenFoundElsewhere(id, goOn), [id]);

  // Each frame is another player, which has to be asked before it tells anything.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each frame.
  useEffect(() => {
    notePlayback({ episodeId: id, state: 'starting', seconds: null });
    duration.current = null;
    let limit: ReturnType<typeof setTimeout> | undefined;
    const asking = setInterval(() => {
      if (!isLoaded.current) return;
      tell({ event: 'listening' });
      limit ??= setTimeout(giveUpWaiting, START_LIMIT_MS);
    }, ASK_EVERY_MS);
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (source !== iframe.current?.contentWindow || origin !== new URL(playerUrl).origin) return;
      const info = infoOf(data);
      if (!info) return;
      clearInterval(asking);
      note(info);
    };
    addEventListener('message', hear);
    return () => {
      removeEventListener('message', hear);
      clearInterval(asking);
      clearTimeout(limit);
      const last = playback();
      if (last?.seconds && last.state !== 'starting' && last.state !== 'ended') {
        noteHeard(last.episodeId, last.seconds, duration.current, true);
      }
      notePlayback(null);
    };
  }, [key]);

  const query = new URLSearchParams({
    autoplay: '1',
    enablejsapi: '1',
    origin: location.origin,
    playsinline: '1',
    rel: '0',
    hl: spoken,
    ...(startSeconds ? { start: String(startSeconds) } : {}),
  });
  return {
    key,
    iframe,
    src: `${playerUrl}/embed/${encodeURIComponent(id)}?${query}`,
    onLoad: () => {
      isLoaded.current = true;
    },
    play: () => command('playVideo'),
    pause: () => command('pauseVideo'),
  };
}
