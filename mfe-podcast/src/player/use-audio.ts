import { getPictureSource } from '@site/shared/contracts/pictures.ts';
import type { Playing } from '@site/shared/site/site.ts';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { keepChoice, readChoice } from '../listening/choices.ts';
import { noteHeard, resumeSeconds, whenFoundElsewhere } from '../listening/listening.ts';
import { notePlayback, type Playback, playback } from '../listening/playback.ts';
import { closePlayer } from './playing.ts';

export const RATES = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;
const RATE_KEY = 'playback-rate';
/** How many seconds the "back" and "forward" buttons move. */
const STEP = 15;
/**
 * In the first seconds of a chapter, the "previous" button goes to the previous chapter. After these seconds, the button returns to the
 * beginning of the chapter.
 */
const JUST_BEGUN = 3;

const readRate = (): number => RATES.find((rate) => String(rate) === readChoice(RATE_KEY)) ?? 1;

type Chapter = { readonly startSeconds: number };

/**
 * Controls the page's only audio element. Every episode plays in the same element, because some browsers allow playing without a press only
 * in an element that already played. Without a requested position, an episode starts at the second at which its listener stopped.
 */
export function useAudio(element: RefObject<HTMLAudioElement | null>, playing: Playing, chapters: readonly Chapter[], author: string) {
  const { id, title, picture, durationSeconds, audio } = playing.episode;
  const [duration, setDuration] = useState(audio?.seconds ?? durationSeconds);
  /** The duration of the file that the audio element has loaded. */
  const length = useRef(duration);
  const [hasFailed, setFailed] = useState(false);
  const [rate, setRate] = useState(readRate);
  /** The position to which the player seeks as soon as the file's duration is known. */
  const start = useRef<number | null>(null);

  const know = (seconds: number): void => {
    length.current = seconds;
    setDuration(seconds);
  };
  const pause = (): void => element.current?.pause();
  const note = (state: Playback['state'], seconds: number | null, isStop = false): void => {
    const before = playback();
    if (before?.episodeId !== id || before.state !== state || Math.floor(before.seconds ?? -1) !== Math.floor(seconds ?? -1)) {
      notePlayback({ episodeId: id, state, seconds, pause });
    }
    if (state !== 'starting' && seconds) noteHeard(id, state === 'ended' ? duration : seconds, duration, isStop);
  };
  const place = (): number => start.current ?? element.current?.currentTime ?? 0;
  const follow = (state = playback()?.state ?? 'starting', isStop = false): void => {
    note(state, place(), isStop);
    if (start.current === null)
      navigator.mediaSession?.setPositionState?.({ duration, position: Math.min(place(), duration), playbackRate: rate });
  };
  const seek = (seconds: number): void => {
    if (!element.current) return;
    const target = Math.min(Math.max(seconds, 0), duration);
    if (element.current.readyState === 0) start.current = target;
    else element.current.currentTime = target;
    note(playback()?.state ?? 'starting', target);
  };
  const play = (): void => {
    setFailed(false);
    element.current?.play().catch(({ name }: DOMException) => {
      // The browser requires a press on the audio player itself.
      if (name === 'NotAllowedError') follow('paused');
    });
  };
  const skip = (seconds: number): void => seek(place() + seconds);

  const begin = useEffectEvent(({ startSeconds }: Playing) => {
    const isNew = playback()?.episodeId !== id;
    const seconds = startSeconds ?? (isNew ? resumeSeconds(id) : null);
    if (isNew) {
      start.current = null;
      know(audio?.seconds ?? durationSeconds);
      notePlayback({ episodeId: id, state: 'starting', seconds: 0, pause });
    }
    if (seconds !== null) seek(seconds);
    play();
  });
  useEffect(() => begin(playing), [playing]);

  useEffect(
    () => () => {
      const last = playback();
      // The player of another episode may already report its state, so leave that state alone.
      if (last?.episodeId !== id) return;
      if (last.seconds && last.state !== 'starting' && last.state !== 'ended')
        noteHeard(last.episodeId, last.seconds, length.current, true);
      notePlayback(null);
    },
    [id],
  );

  const goOn = useEffectEvent(() => {
    const seconds = resumeSeconds(id);
    const state = playback()?.state;
    // A requested position is played before the account's position. Audio that has ended is not moved, because it would not play.
    if (seconds !== null && (playing.startSeconds === null ? state !== 'ended' : state === 'paused')) seek(seconds);
  });
  // The audio starts before the account has answered, and moves when the account reports a later position.
  useEffect(() => whenFoundElsewhere(id, goOn), [id]);

  // Loading a file resets the element's speed to `defaultPlaybackRate`.
  useEffect(() => {
    if (element.current) element.current.defaultPlaybackRate = element.current.playbackRate = rate;
  }, [element, rate]);

  const act = useEffectEvent(({ action, seekTime, seekOffset }: MediaSessionActionDetails) => {
    const seconds = place();
    if (action === 'play') play();
    else if (action === 'pause') pause();
    else if (action === 'stop') closePlayer();
    else if (action === 'seekto') seek(seekTime ?? seconds);
    else if (action === 'seekbackward') skip(-(seekOffset ?? STEP));
    else if (action === 'seekforward') skip(seekOffset ?? STEP);
    else if (action === 'previoustrack')
      seek(chapters.filter(({ startSeconds }) => startSeconds < seconds - JUST_BEGUN).at(-1)?.startSeconds ?? 0);
    else seek(chapters.find(({ startSeconds }) => startSeconds > seconds)?.startSeconds ?? seconds);
  });
  const hasChapters = chapters.length > 0;
  // Actions of the lock screen and of a headset's keys.
  useEffect(() => {
    const session = navigator.mediaSession;
    if (!session) return;
    const artwork = picture
      ? [{ src: getPictureSource(picture, 640, 'webp'), sizes: '640x360', type: 'image/webp' }]
      : [{ src: '/icon-512.png' }];
    session.metadata = new MediaMetadata({ title, artist: author, artwork });
    const actions: MediaSessionAction[] = ['play', 'pause', 'stop', 'seekto', 'seekbackward', 'seekforward'];
    if (hasChapters) actions.push('previoustrack', 'nexttrack');
    const set = (handler: MediaSessionActionHandler | null): void => {
      for (const action of actions) {
        try {
          session.setActionHandler(action, handler);
        } catch {
          // The browser does not support this action.
        }
      }
    };
    set(act);
    return () => {
      session.metadata = null;
      set(null);
    };
  }, [title, author, picture, hasChapters]);

  return {
    duration,
    hasFailed,
    rate,
    play,
    pause,
    seek,
    skip,
    STEP,
    chooseRate: (chosen: number): void => {
      keepChoice(RATE_KEY, String(chosen));
      setRate(chosen);
    },
    retry: (): void => {
      start.current = playback()?.seconds ?? null;
      element.current?.load();
      play();
    },
    events: {
      onPlay: () => follow('starting'),
      onPlaying: () => follow('playing'),
      onWaiting: () => !element.current?.paused && follow('starting'),
      onPause: () => !element.current?.ended && follow('paused', true),
      onEnded: () => follow('ended', true),
      onTimeUpdate: () => follow(),
      onLoadedMetadata: () => {
        const seconds = start.current;
        start.current = null;
        if (seconds !== null) seek(seconds);
      },
      onDurationChange: () => {
        const { duration: real = 0 } = element.current ?? {};
        if (Number.isFinite(real) && real > 0) know(real);
      },
      onError: () => {
        setFailed(true);
        follow('paused', true);
      },
    },
  };
}
