import { useSyncExternalStore } from 'react';

/** What the player says of the video that it holds. */
export type Playback = {
  readonly episodeId: string;
  /** `starting` until its picture is there: the place keeps the episode's own so long. */
  readonly state: 'starting' | 'playing' | 'paused' | 'ended';
  /** Where it is; null until the player said so. */
  readonly seconds: number | null;
};

let current: Playback | null = null;
const listeners = new Set<() => void>();

/** What plays now, or null. */
export const playback = (): Playback | null => current;

/** Told by the dock alone. */
export function notePlayback(next: Playback | null): void {
  current = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** A part of what plays, for components; draws again only when that part changes, so take no new object. */
export const usePlayback = <T>(select: (playing: Playback | null) => T): T =>
  useSyncExternalStore(
    subscribe,
    () => select(current),
    () => select(null),
  );
