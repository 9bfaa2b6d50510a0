import { joinLines } from '@site/shared/contracts/cart-rules.ts';
import { tabStore } from '@site/shared/device/storage.ts';
import { type CartLine, cartStore } from '@site/shared/site/site.ts';

/** Where the cart waits while the visitor signs in; where the browser keeps nothing, the address that leads back has it, too. */
const KEY = 'cart-before-sign-in';

export const saveCart = (lines: readonly CartLine[]): void => tabStore.write(KEY, JSON.stringify(lines));

export const forgetSavedCart = (): void => tabStore.remove(KEY);

/** Puts the saved lines back beside what is in the cart now, then forgets them. */
export function restoreSavedCart(): void {
  const saved = tabStore.readJson(KEY);
  forgetSavedCart();
  if (!Array.isArray(saved) || saved.length === 0) return;
  const { lines, restore } = cartStore.getState();
  restore(joinLines(lines, saved));
}
