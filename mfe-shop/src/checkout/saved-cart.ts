import { joinLines } from '@site/shared/contracts/cart-rules.ts';
import { tabStore } from '@site/shared/device/storage.ts';
import { type CartLine, cartStore } from '@site/shared/site/site.ts';

/** The storage key of the cart during the sign-in. The return address contains the cart too, for a browser that blocks storage. */
const KEY = 'cart-before-sign-in';

export const saveCart = (lines: readonly CartLine[]): void => tabStore.write(KEY, JSON.stringify(lines));

export const clearSavedCart = (): void => tabStore.remove(KEY);

/** Adds the saved lines to the current cart and clears them. */
export function restoreSavedCart(): void {
  const saved = tabStore.readJson(KEY);
  clearSavedCart();
  if (!Array.isArray(saved) || saved.length === 0) return;
  const { lines, restore } = cartStore.getState();
  restore(joinLines(lines, saved));
}
