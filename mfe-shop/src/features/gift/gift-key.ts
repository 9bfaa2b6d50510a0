import { deviceStore, tabStore } from '@site/shared/device/storage.ts';
import { readLinkKey } from '@site/shared/paths/link-key.ts';

type KeptKey = { readonly id: string; readonly key: string; readonly until: number };

/** The mail that confirms a new account opens another tab. */
const DEVICE_KEY = 'gift-keys';
const KEPT_MS = 24 * 60 * 60 * 1000;

const inTab = (id: string): string => `gift-key ${id}`;

/** What is over leaves the device when it is seen. */
function keptOnDevice(): readonly KeptKey[] {
  const all = deviceStore.readJson(DEVICE_KEY);
  if (!Array.isArray(all)) return [];
  const kept = all.filter((one: Partial<KeptKey> | null) => Number(one?.until) > Date.now());
  if (kept.length < all.length) write(kept);
  return kept;
}

function write(kept: readonly KeptKey[]): void {
  if (kept.length > 0) deviceStore.write(DEVICE_KEY, JSON.stringify(kept));
  else deviceStore.remove(DEVICE_KEY);
}

/** Keeps on the device what is not of this gift and not over, and `key`. */
function keepOnDevice(id: string, key: string | null): void {
  write([...keptOnDevice().filter((one) => one.id !== id), ...(key ? [{ id, key, until: Date.now() + KEPT_MS }] : [])]);
}

/** The key of this gift: from the address, else from before the reader had an account. Null where there is none; on the server it is unknown. */
export function readGiftKey(id: string): string | null {
  const given = readLinkKey();
  const here = tabStore.read(inTab(id));
  const kept = keptOnDevice().find((one) => one.id === id)?.key ?? null;
  const key = given || here || kept;
  if (key && key !== here) tabStore.write(inTab(id), key);
  if (given && given !== here) keepOnDevice(id, given);
  return key;
}

/** No other tab needs the key of a gift that was taken, or whose book its reader has. */
export const forgetGiftKey = (id: string): void => keepOnDevice(id, null);
