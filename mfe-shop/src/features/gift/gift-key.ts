import { deviceStore, tabStore } from '@site/shared/device/storage.ts';
import { readLinkKey } from '@site/shared/paths/link-key.ts';

type KeptKey = { readonly id: string; readonly key: string; readonly until: number };

/** The device stores the keys too, because the email that confirms a new account opens another tab. These keys expire. */
const DEVICE_KEY = 'gift-keys';
const KEPT_MS = 24 * 60 * 60 * 1000;

const inTab = (id: string): string => `gift-key ${id}`;

/** Returns the stored keys, and removes expired ones. */
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

/** Replaces the stored key of this gift by `key`, and removes expired ones. */
function keepOnDevice(id: string, key: string | null): void {
  write([...keptOnDevice().filter((one) => one.id !== id), ...(key ? [{ id, key, until: Date.now() + KEPT_MS }] : [])]);
}

/**
 * Returns the key of this gift from the URL, or the key that was stored before the reader created an account. Null without a key. Always
 * unknown on the server.
 */
export function readGiftKey(id: string): string | null {
  const given = readLinkKey();
  const here = tabStore.read(inTab(id));
  const kept = keptOnDevice().find((one) => one.id === id)?.key ?? null;
  const key = given || here || kept;
  if (key && key !== here) tabStore.write(inTab(id), key);
  if (given && given !== here) keepOnDevice(id, given);
  return key;
}

/** Clears the stored key of a gift that was claimed, or whose book the reader owns. */
export const clearGiftKey = (id: string): void => keepOnDevice(id, null);
