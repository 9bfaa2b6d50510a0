import { useSyncExternalStore } from 'react';

/** The player's report about its current episode. */
export type Playback = {
  readonly episodeId: string;
  /** `starting` until the video has a picture, or while the audio waits for data. The place shows the episode's own picture meanwhile. */
  readonly state: 'starting' | 'playing' | 'paused' | 'ended';
  /** The position, or null until the player reports one. */
  readonly seconds: number | null;
  /** Pauses audio. A video is paused by its own controls, which cover the place. */
  readonly pause?: () => void;
};

let current: Playback | null = null;
const listeners = new Set<() => void>();

/** Returns what is playing now, or null. */
export const playback = (): Playback | null => current;

/** Sets what is playing. Only the dock may call this. */
export function notePlayback(next: Playback | null): void {
  current = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Returns a part of the current playback for a component. Renders again only when that part changes, so `select` must not return a new
 * object.
 */
export const usePlayback = <T>(select: (playing: Playback | null) => T): T =>
  useSyncExternalStore(
    subscribe,
    () => select(current),
    () => select(null),
  );
