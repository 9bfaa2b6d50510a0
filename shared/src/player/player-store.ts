import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Episode } from '../contracts/episodes.ts';

/** One request to play; asking again for the same episode is another request. */
export type Playing = {
  readonly episode: Pick<Episode, 'id' | 'slug' | 'title' | 'media'>;
  /** Where to begin; null goes on where it is. */
  readonly startSeconds: number | null;
};

export type PlayerState = {
  /** The one video that plays on this page. */
  readonly playing: Playing | null;
  /** Where it is drawn while that place is in view; without one it stands in the page's corner. */
  readonly place: HTMLElement | null;
  readonly play: (playing: Playing, place: HTMLElement | null) => void;
  /** Offers a place to a video that has none. */
  readonly offer: (place: HTMLElement) => void;
  /** The place goes away; the video plays on. */
  readonly leave: (place: HTMLElement) => void;
  readonly close: () => void;
};

/** The one player of the page: cards ask, the frame's dock plays. */
export const playerStore = createStore<PlayerState>()((set) => ({
  playing: null,
  place: null,
  play: (playing, place) => set({ playing, place }),
  offer: (place) => set((state) => (state.place ? state : { place })),
  leave: (place) => set((state) => (state.place === place ? { place: null } : state)),
  close: () => set({ playing: null, place: null }),
}));

/** A part of the player, for components. */
export const usePlayer = <T>(select: (player: PlayerState) => T): T => useStore(playerStore, select);
