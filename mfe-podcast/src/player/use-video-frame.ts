import { type Playing, usePreferences } from '@site/shared/site/site.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { noteHeard, resumeSeconds, whenFoundElsewhere } from '../listening/listening.ts';
import { notePlayback, type Playback, playback } from '../listening/playback.ts';

/**
 * The frame that plays now. A new `key` creates a new frame, because another URL in the same frame would add an entry to the tab's history.
 */
type VideoFrame = {
  readonly key: number;
  readonly request: Playing;
  readonly startSeconds: number | null;
  /** The player's language. A change of language must not change the URL of the frame, because that would start the video again. */
  readonly locale: Locale;
};

/** The state that the player reports. Each message contains only changed values. */
type PlayerInfo = { readonly currentTime?: number; readonly duration?: number; readonly playerState?: number };

const STATES: Readonly<Record<number, Playback['state']>> = { 0: 'ended', 1: 'playing', 2: 'paused' };
/** Interval for polling the player until it answers. The player's page loads before its scripts listen. */
const ASK_EVERY_MS = 250;
/** A player that does not play by this time waits for a press, because browsers may block autoplay. */
const START_LIMIT_MS = 4_000;

/** Parses a message of the player's page. Returns null for any other message. */
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
 * Controls the provider's player in a frame, by its URL and by the messages of the IFrame Player API. Another episode gets another frame.
 * Another position of the same episode moves the player. Without a requested position, an episode starts at the second at which its
 * listener stopped.
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

  // The player is a page of another site, so this page sends the visitor's request to it as a message.
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
    // Before the video plays, the player reports second zero even if the video will start elsewhere.
    else if (state !== 'starting' && seconds) noteHeard(id, seconds, duration.current, state === 'paused' && before.state !== 'paused');
  });
  const giveUpWaiting = useEffectEvent(() => {
    const now = playback();
    if (now?.state === 'starting') notePlayback({ ...now, state: 'paused' });
  });

  const goOn = useEffectEvent(() => {
    const place = resumeSeconds(id);
    const state = playback()?.state;
    // A requested position is played before the account's position. A player that has ended is not moved, because a seek would start it
    // again.
    if (place === null || (request.startSeconds === null ? state === 'ended' : state !== 'paused')) return;
    if (isLoaded.current) command('seekTo', place, true);
    else setFrame(({ key: last }) => frameOf(last + 1, request, locale));
  });

  // The video starts before the account has answered, and moves when the account reports a later position.
  useEffect(() => whenFoundElsewhere(id, goOn), [id]);

  // Each frame is a new player, which must be polled before it reports anything.
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
