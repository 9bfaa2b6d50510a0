import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Episode } from '../contracts/episodes.ts';

/** An episode plays as its audio file, or as the video of its provider. */
export type Medium = 'audio' | 'video';

/** A request to play. A second request for the same episode is a new object. */
export type Playing = {
  readonly episode: Episode;
  readonly medium: Medium;
  /** The second at which to start. Null continues at the current position. */
  readonly startSeconds: number | null;
};

export type PlayerState = {
  /** The one video or audio that plays on this page. */
  readonly playing: Playing | null;
  /** The episode's picture on the page. A video is drawn over it while it is visible, and otherwise at the lower edge. */
  readonly place: HTMLElement | null;
  readonly play: (playing: Playing, place: HTMLElement | null) => void;
  /** Offers an element as the place of the video to a player that has no place. */
  readonly offer: (place: HTMLElement) => void;
  /** Removes the place of the video. The player keeps playing. */
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
