import type { CheckoutRequest } from '@site/shared/contracts/checkout.ts';
import type { Guest } from '@site/shared/contracts/guest.ts';
import { deviceStore, tabStore } from '@site/shared/device/storage.ts';
import { toBase64Url } from './base64-url.ts';

/** The storage key of a guest's address and secret. They are stored in this tab only, so that nothing stays on a shared computer. */
const KEY = 'guest';
const KEY_BYTES = 16;
/**
 * The storage key of the value that all tabs of this browser share. The value gives access to nothing, and is removed after the next
 * purchase.
 */
const BROWSER_KEY = 'guest-browser';

const newKey = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));

/** A guest as the payment page sends it. */
export type KeptGuest = NonNullable<CheckoutRequest['guest']>;

/** Stores the guest with the rest of the form. The same address keeps its secret, so that a retry is the same buyer. */
export function keepGuest(email: string, form: Omit<KeptGuest, keyof Guest | 'browser'>): void {
  const before = readGuest();
  const key = before?.email === email ? before.key : newKey();
  const browser = deviceStore.read(BROWSER_KEY) ?? newKey();
  deviceStore.write(BROWSER_KEY, browser);
  tabStore.write(KEY, JSON.stringify({ email, key, browser, ...form }));
}

/** Returns null if no guest has started a purchase. */
export function readGuest(): KeptGuest | null {
  const kept = tabStore.readJson(KEY) as Partial<KeptGuest> | null;
  return typeof kept?.email === 'string' && typeof kept.key === 'string' ? (kept as KeptGuest) : null;
}

/** Clears the shared value after a purchase, so that the next person's purchase in this browser is not linked to it. */
export const clearBrowser = (): void => deviceStore.remove(BROWSER_KEY);

/** Returns the proof by which this browser later shows that the guest's purchase was made in it. */
export const proofOf = ({ email, key }: Guest): Guest => ({ email, key });
