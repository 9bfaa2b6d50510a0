import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Episode } from '../contracts/episodes.ts';

/** A request to play. A second request for the same episode is a new object. */
export type Playing = {
  readonly episode: Pick<Episode, 'id' | 'slug' | 'title' | 'media'>;
  /** Where to start; null continues at the current position. */
  readonly startSeconds: number | null;
};

export type PlayerState = {
  /** The one video that plays on this page. */
  readonly playing: Playing | null;
  /** Element over which the video is drawn while that element is visible. Otherwise the video is in the corner of the page. */
  readonly place: HTMLElement | null;
  readonly play: (playing: Playing, place: HTMLElement | null) => void;
  /** Gives this place to a video that has none. */
  readonly offer: (place: HTMLElement) => void;
  /** Removes the place. The video keeps playing. */
  readonly leave: (place: HTMLElement) => void;
  readonly close: () => void;
};

/** The state of the page's only player. Episode cards request an episode, and the dock in the frame plays it. */
export const playerStore = createStore<PlayerState>()((set) => ({
  playing: null,
  place: null,
  play: (playing, place) => set({ playing, place }),
  offer: (place) => set((state) => (state.place ? state : { place })),
  leave: (place) => set((state) => (state.place === place ? { place: null } : state)),
  close: () => set({ playing: null, place: null }),
}));

/** Returns a part of the player's state in a component. */
export const usePlayer = <T>(select: (player: PlayerState) => T): T => useStore(playerStore, select);
