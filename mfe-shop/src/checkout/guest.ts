import type { CheckoutRequest } from '@site/shared/contracts/checkout.ts';
import type { Guest } from '@site/shared/contracts/guest.ts';
import { deviceStore, tabStore } from '@site/shared/device/storage.ts';
import { toBase64Url } from './base64-url.ts';

/** Where the address and key of a guest are kept: in this tab, so that nothing stays on a shared computer. */
const KEY = 'guest';
const KEY_BYTES = 16;
/** Where the tabs of this browser find what they have in common. It opens nothing, and goes with the next purchase. */
const BROWSER_KEY = 'guest-browser';

const newKey = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));

/** As the payment page sends it. */
export type KeptGuest = NonNullable<CheckoutRequest['guest']>;

/** Keeps who buys, with what else their form says. The same address keeps its key, so that it is the same buyer who tries again. */
export function keepGuest(email: string, form: Omit<KeptGuest, keyof Guest | 'browser'>): void {
  const before = readGuest();
  const key = before?.email === email ? before.key : newKey();
  const browser = deviceStore.read(BROWSER_KEY) ?? newKey();
  deviceStore.write(BROWSER_KEY, browser);
  tabStore.write(KEY, JSON.stringify({ email, key, browser, ...form }));
}

/** Null where no guest bought, or began to buy. */
export function readGuest(): KeptGuest | null {
  const kept = tabStore.readJson(KEY) as Partial<KeptGuest> | null;
  return typeof kept?.email === 'string' && typeof kept.key === 'string' ? (kept as KeptGuest) : null;
}

/** After a purchase: what the next person buys in this browser has nothing to do with it. */
export const forgetBrowser = (): void => deviceStore.remove(BROWSER_KEY);

/** By which this browser proves later that it bought. */
export const proofOf = ({ email, key }: Guest): Guest => ({ email, key });
