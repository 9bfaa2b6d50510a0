import { deviceStore } from '@site/shared/device/storage.ts';

/** The key of the attempt for the current cart. It is stored on the device, so that a second tab with the same cart shares it. */
const KEY = 'checkout-attempt';

/**
 * Returns the id of the attempt to pay for exactly this cart. The same cart has the same id, also after returning from the payment page, so
 * that it never opens two payments. A changed cart has a new id.
 */
export function attemptFor(cart: string): string {
  const kept = deviceStore.readJson(KEY) as { cart?: unknown; id?: unknown } | null;
  return kept?.cart === cart && typeof kept.id === 'string' ? kept.id : renewAttempt(cart);
}

/** Returns a new attempt for a cart whose previous attempt cannot be used any more. */
export function renewAttempt(cart: string): string {
  const id = crypto.randomUUID();
  deviceStore.write(KEY, JSON.stringify({ cart, id }));
  return id;
}

/** Clears the attempt after a purchase: buying the same books again is another purchase. */
export const clearAttempt = (): void => deviceStore.remove(KEY);
