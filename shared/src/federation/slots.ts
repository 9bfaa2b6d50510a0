import type { ComponentType } from 'react';
import type { Episode } from '../contracts/episodes.ts';
import type { RemoteName } from './remote.ts';

/** What a remote lends to the shell's own frame and pages, by name. A slot whose remote is down shows its fallback. */
export type Slots = {
  'mfe-podcast': {
    /** Cards that play in place and flip to their description. */
    'episode-cards': { readonly episodes: readonly Episode[]; readonly headingLevel: 2 | 3 };
    /** The video of the home page's first view: drawn until it is clicked, then the player. */
    'episode-facade': { readonly episode: Episode };
    /** Keeps playing what was started when the visitor goes to another area. `playerUrl`: the origin of the player. */
    'player-dock': { readonly playerUrl: string };
  };
};

/** A slot with its remote, such as `mfe-podcast/episode-cards`. */
export type SlotName = { [Name in keyof Slots]: `${Name}/${keyof Slots[Name] & string}` }[keyof Slots];

/** The slots of one remote, as its `./routes` module exports them beside `routes`. */
export type RemoteSlots<Name extends RemoteName> = Name extends keyof Slots
  ? { readonly [Slot in keyof Slots[Name]]: () => Promise<{ readonly Component: ComponentType<Slots[Name][Slot]> }> }
  : Record<string, never>;
