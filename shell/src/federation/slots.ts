import type { PageHandle } from '@site/shared/federation/page-meta.ts';
import type { RemoteName, RemoteRoutes } from '@site/shared/federation/remote.ts';
import type { SlotName } from '@site/shared/federation/slots.ts';
import type { ComponentType } from 'react';
import { RemoteFailure } from './remote-failure.ts';
import type { RemoteLoader } from './remote-loader.ts';

export type SlotComponent = ComponentType<never>;

/** Where the page's slots come from: see `Slot`. */
export type SlotSource = {
  /** The slot's component; null when it is missing, undefined when nobody has asked for it. */
  readonly get: (slot: SlotName) => SlotComponent | null | undefined;
  /** Asks for it, again when it was missing. Throws `RemoteFailure`. */
  readonly load: (slot: SlotName) => Promise<SlotComponent>;
};

/** The slots that a page declares in its `handle`. */
export const slotsOf = (handle: unknown): readonly SlotName[] => (handle as PageHandle | undefined)?.slots ?? [];

/** Remote and slot of a full name. */
export const partsOf = (slot: SlotName): [remote: RemoteName, name: string] => slot.split('/') as [RemoteName, string];

/** The component of one slot out of its remote's `./routes` module. Throws `RemoteFailure`. */
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

/** The browser's slots. Those that the server found missing are missing here too, until somebody asks again. */
export function createSlots(remotes: RemoteLoader, missing: readonly SlotName[]): SlotSource {
  const known = new Map<SlotName, SlotComponent | null>(missing.map((slot) => [slot, null]));
  return {
    get: (slot) => known.get(slot),
    load: async (slot) => {
      try {
        const component = await slotOf(await remotes.load(partsOf(slot)[0]), slot);
        known.set(slot, component);
        return component;
      } catch (error) {
        known.set(slot, null);
        throw error;
      }
    },
  };
}
