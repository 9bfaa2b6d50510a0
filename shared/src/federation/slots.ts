import type { ComponentType } from 'react';
import type { Episode } from '../contracts/episodes.ts';
import type { RemoteName } from './remote.ts';

/**
 * Components that a remote provides for the shell's frame and pages, by name. If the remote is unavailable, the slot shows its fallback.
 */
export type Slots = {
  'mfe-podcast': {
    /** Cards that play in place and flip to show the description. */
    'episode-cards': { readonly episodes: readonly Episode[]; readonly headingLevel: 2 | 3 };
    /** The video in the home page's first view: a picture until it is clicked, then the player. */
    'episode-facade': { readonly episode: Episode };
    /** Keeps a video playing when the visitor goes to another area. `playerUrl`: the player's origin. */
    'player-dock': { readonly playerUrl: string };
    /** The same for audio. `author`: for the lock screen. */
    'audio-dock': { readonly author: string };
  };
};

/** A slot's full name, such as `mfe-podcast/episode-cards`. */
export type SlotName = { [Name in keyof Slots]: `${Name}/${keyof Slots[Name] & string}` }[keyof Slots];

/** The slots of one remote, as its `./routes` module exports them next to `routes`. */
export type RemoteSlots<Name extends RemoteName> = Name extends keyof Slots
  ? { readonly [Slot in keyof Slots[Name]]: () => Promise<{ readonly Component: ComponentType<Slots[Name][Slot]> }> }
  : Record<string, never>;
