import { deviceStore } from '@site/shared/device/storage.ts';

/** Where the attempt of the visible cart is kept: on the device, so that a second tab with the same cart shares it. */
const KEY = 'checkout-attempt';

/**
 * The id of the attempt to pay for exactly this cart. The same cart gives the same id, also after going back from the
 * payment page, so that it never opens two payments; a changed cart gives a new one.
 */
export function attemptFor(cart: string): string {
  const kept = deviceStore.readJson(KEY) as { cart?: unknown; id?: unknown } | null;
  return kept?.cart === cart && typeof kept.id === 'string' ? kept.id : renewAttempt(cart);
}

/** A new attempt for a cart whose earlier one can no longer be used. */
export function renewAttempt(cart: string): string {
  const id = crypto.randomUUID();
  deviceStore.write(KEY, JSON.stringify({ cart, id }));
  return id;
}

/** After a purchase: buying the same books again is another purchase. */
export const forgetAttempt = (): void => deviceStore.remove(KEY);
