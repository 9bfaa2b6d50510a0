import { deviceStore } from '@site/shared/device/storage.ts';

/**
 * The storage key of the attempt to pay the current cart. The attempt is stored on the device, so that a second tab with the same cart
 * shares it.
 */
const KEY = 'checkout-attempt';

/**
 * Returns the id of the attempt to pay this cart. The same cart always gets the same id, so that it never opens two payments. A changed
 * cart gets a new id.
 */
export function attemptFor(cart: string): string {
  const kept = deviceStore.readJson(KEY) as { cart?: unknown; id?: unknown } | null;
  return kept?.cart === cart && typeof kept.id === 'string' ? kept.id : renewAttempt(cart);
}

/** Returns a new attempt for a cart whose previous attempt can no longer be used. */
export function renewAttempt(cart: string): string {
  const id = crypto.randomUUID();
  deviceStore.write(KEY, JSON.stringify({ cart, id }));
  return id;
}

/** Clears the attempt after a purchase, because buying the same books again is another purchase. */
export const clearAttempt = (): void => deviceStore.remove(KEY);
