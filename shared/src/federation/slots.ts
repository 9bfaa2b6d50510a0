import type { ComponentType } from 'react';
import type { Episode } from '../contracts/episodes.ts';
import type { RemoteName } from './remote.ts';

/**
 * Components that a remote provides for the shell's frame and pages, by name. If the remote is unavailable, the slot shows its fallback.
 */
export type Slots = {
  'mfe-podcast': {
    /** Episode cards that play an episode in place and flip to show its description. */
    'episode-cards': { readonly episodes: readonly Episode[]; readonly headingLevel: 2 | 3 };
    /** The video in the home page's first view. It is a picture until the visitor presses play, and then the player. */
    'episode-facade': { readonly episode: Episode };
    /** The video player, which keeps playing when the visitor goes to another area. `playerUrl`: the origin of the provider's player. */
    'player-dock': { readonly playerUrl: string };
    /** The audio player, which keeps playing when the visitor goes to another area. The lock screen shows `author`. */
    'audio-dock': { readonly author: string };
  };
};

/** A slot's full name, such as `mfe-podcast/episode-cards`. */
export type SlotName = { [Name in keyof Slots]: `${Name}/${keyof Slots[Name] & string}` }[keyof Slots];

/** The slots of one remote, as its `./routes` module exports them next to `routes`. */
export type RemoteSlots<Name extends RemoteName> = Name extends keyof Slots
  ? { readonly [Slot in keyof Slots[Name]]: () => Promise<{ readonly Component: ComponentType<Slots[Name][Slot]> }> }
  : Record<string, never>;
