import type { PageAssets, RegisteredRelease, ReleaseRegistry } from '@site/shared/federation/registry.ts';
import type { SlotName } from '@site/shared/federation/slots.ts';
import { partsOf, type SlotComponent, type SlotSource, slotOf, slotsOf } from '../federation/slots.ts';
import { withinLimit } from '../federation/time-limit.ts';
import type { createReleaseLoader } from './releases.ts';

/** The slots of a page, each with the release that provides it; null if the slot is missing. */
export type PageSlots = ReadonlyMap<SlotName, { readonly release: RegisteredRelease; readonly component: SlotComponent } | null>;

type Lenders = {
  registry: ReleaseRegistry;
  loadRelease: ReturnType<typeof createReleaseLoader>;
  onError: (error: unknown) => void;
};

/** Longest wait for a slot's own code, in milliseconds. */
const SLOT_LIMIT_MS = 3_000;

/** Loads the slots that the matched routes declare in their `handle`. A failure is reported, and its slot is missing. */
export async function loadPageSlots(handles: readonly unknown[], { registry, loadRelease, onError }: Lenders): Promise<PageSlots> {
  const lend = async (slot: SlotName) => {
    const release = registry.remotes[partsOf(slot)[0]];
    if (!release) return null;
    try {
      return { release, component: await withinLimit(SLOT_LIMIT_MS, slotOf(await loadRelease(release), slot)) };
    } catch (error) {
      onError(error);
      return null;
    }
  };
  return new Map(await Promise.all(handles.flatMap(slotsOf).map(async (slot) => [slot, await lend(slot)] as const)));
}

/** Returns the same slots as missing, to render the page without them. Returns null if all slots are missing already. */
export const withoutSlots = (slots: PageSlots): PageSlots | null =>
  [...slots.values()].some((lent) => lent) ? new Map([...slots.keys()].map((slot) => [slot, null])) : null;

/** Returns the source of the components that `Slot` renders on the server. Effects, which would load more, do not run there. */
export const slotSource = (slots: PageSlots): SlotSource => ({
  get: (slot) => slots.get(slot)?.component ?? null,
  load: () => new Promise(() => undefined),
});

/** Returns the files that the page needs for its slots. */
export const slotAssets = (slots: PageSlots): PageAssets[] =>
  [...slots].flatMap(([slot, lent]) => {
    if (!lent) return [];
    const { assets, entry, slots: files } = lent.release;
    return [assets, { scripts: [entry], styles: [] }, files?.[partsOf(slot)[1]] ?? []].flat();
  });
