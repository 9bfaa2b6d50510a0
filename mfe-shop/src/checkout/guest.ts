import type { CheckoutRequest } from '@site/shared/contracts/checkout.ts';
import type { Guest } from '@site/shared/contracts/guest.ts';
import { tabStore } from '@site/shared/device/storage.ts';
import { toBase64Url } from './base64-url.ts';

/** Where the address and key of a guest are kept: in this tab, so that nothing stays on a shared computer. */
const KEY = 'guest';
const KEY_BYTES = 16;

/** As the payment page sends it. */
export type KeptGuest = NonNullable<CheckoutRequest['guest']>;

/** Keeps who buys, with what else their form says. The same address keeps its key, so that it is the same buyer who tries again. */
export function keepGuest(email: string, form: Omit<KeptGuest, keyof Guest>): void {
  const before = readGuest();
  const key = before?.email === email ? before.key : toBase64Url(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
  tabStore.write(KEY, JSON.stringify({ email, key, ...form }));
}

/** Null where no guest bought, or began to buy. */
export function readGuest(): KeptGuest | null {
  const kept = tabStore.readJson(KEY) as Partial<KeptGuest> | null;
  return typeof kept?.email === 'string' && typeof kept.key === 'string' ? (kept as KeptGuest) : null;
}

/** By which this browser proves later that it bought. */
export const proofOf = ({ email, key }: Guest): Guest => ({ email, key });
