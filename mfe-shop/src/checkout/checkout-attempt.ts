/** Where the attempt of the visible cart is kept: on the device, so that a second tab with the same cart shares it. */
const KEY = 'checkout-attempt';

/**
 * The id of the attempt to pay for exactly this cart. The same cart gives the same id, also after going back from the
 * payment page, so that it never opens two payments; a changed cart gives a new one.
 */
export function attemptFor(cart: string): string {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as { cart?: unknown; id?: unknown } | null;
    if (kept?.cart === cart && typeof kept.id === 'string') return kept.id;
  } catch {
    // What cannot be read is replaced.
  }
  return renewAttempt(cart);
}

/** A new attempt for a cart whose earlier one can no longer be used. */
export function renewAttempt(cart: string): string {
  const id = crypto.randomUUID();
  localStorage.setItem(KEY, JSON.stringify({ cart, id }));
  return id;
}

/** After a purchase: buying the same books again is another purchase. */
export const forgetAttempt = (): void => localStorage.removeItem(KEY);
