import { useSyncExternalStore } from 'react';

/** The state of the current episode, as the player reports it. */
export type Playback = {
  readonly episodeId: string;
  /**
   * `starting` until the video shows its first frame, or while the audio waits for data. Meanwhile the card shows the episode's picture.
   */
  readonly state: 'starting' | 'playing' | 'paused' | 'ended';
  /** The position in seconds, or null until the player reports one. */
  readonly seconds: number | null;
  /** Pauses the audio. The video's own controls pause the video. */
  readonly pause?: () => void;
};

let current: Playback | null = null;
const listeners = new Set<() => void>();

/** Returns the state of the current episode, or null if no episode plays. */
export const playback = (): Playback | null => current;

/** Sets the state of the current episode. Only the dock may call this function. */
export function notePlayback(next: Playback | null): void {
  current = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Returns a part of the playback state for a component. The component renders again only when that part changes, so `select` must not
 * return a new object.
 */
export const usePlayback = <T>(select: (playing: Playback | null) => T): T =>
  useSyncExternalStore(
    subscribe,
    () => select(current),
    () => select(null),
  );
