import type { PageHandle } from '@site/shared/federation/page-meta.ts';
import type { RemoteName, RemoteRoutes } from '@site/shared/federation/remote.ts';
import type { SlotName } from '@site/shared/federation/slots.ts';
import type { ComponentType } from 'react';
import type { BootData } from '../boot.ts';
import { RemoteFailure } from './remote-failure.ts';
import type { RemoteLoader } from './remote-loader.ts';

export type SlotComponent = ComponentType<never>;

/** The source of the components that `Slot` renders. */
export type SlotSource = {
  /** Returns the slot's component. Null if the component is missing, and undefined before it was requested. */
  readonly get: (slot: SlotName) => SlotComponent | null | undefined;
  /** Loads the slot's component, even if it was missing before. Throws `RemoteFailure`. */
  readonly load: (slot: SlotName) => Promise<SlotComponent>;
};

/** Returns the slots that a page declares in its `handle`. */
export const slotsOf = (handle: unknown): readonly SlotName[] => (handle as PageHandle | undefined)?.slots ?? [];

/** Splits the full name of a slot into the remote and the slot's own name. */
export const partsOf = (slot: SlotName): [remote: RemoteName, name: string] => slot.split('/') as [RemoteName, string];

/** Loads the component of a slot from its remote's `./routes` module. Throws `RemoteFailure`. */
export async function slotOf({ slots }: Pick<RemoteRoutes, 'slots'>, slot: SlotName): Promise<SlotComponent> {
  const [remote, name] = partsOf(slot);
  const load = slots?.[name];
  if (!load) throw new RemoteFailure(remote, 'unknown');
  try {
    return (await load()).Component;
  } catch (cause) {
    throw new RemoteFailure(remote, 'code', { cause });
  }
}

/** Creates the browser's source of slots, and a function that prepares the slots of the page. */
export function createSlots(remotes: RemoteLoader) {
  const known = new Map<SlotName, SlotComponent | null>();
  const source: SlotSource = {
    get: (slot) => known.get(slot),
    load: async (slot) => {
      const component = await slotOf(await remotes.load(partsOf(slot)[0]), slot);
      known.set(slot, component);
      return component;
    },
  };
  /** Loads a slot that the server rendered. If its component is missing on the server or in the browser, the slot shows its fallback. */
  const begin = async (slot: SlotName, isRendered: boolean): Promise<boolean> => {
    try {
      if (isRendered) await source.load(slot);
      else known.set(slot, null);
      return true;
    } catch (error) {
      reportError(error);
      known.set(slot, null);
      return false;
    }
  };
  return {
    source,
    /** Returns whether every slot that the server rendered is available in the browser too. */
    areAsRendered: async (slots: BootData['slots']): Promise<boolean> => {
      const names = Object.keys(slots) as SlotName[];
      return (await Promise.all(names.map((slot) => begin(slot, slots[slot] ?? false)))).every(Boolean);
    },
  };
}
