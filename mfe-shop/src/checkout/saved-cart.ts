import { joinLines } from '@site/shared/contracts/cart-rules.ts';
import { type CartLine, cartStore } from '@site/shared/site/site.ts';

/** Where the cart waits while the visitor signs in. */
const KEY = 'cart-before-sign-in';

/** Where the browser keeps nothing the address that leads back has the cart, too. */
function tolerantly<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}

export const saveCart = (lines: readonly CartLine[]): void => void tolerantly(() => sessionStorage.setItem(KEY, JSON.stringify(lines)));

export const forgetSavedCart = (): void => void tolerantly(() => sessionStorage.removeItem(KEY));

/** Puts the saved lines back beside what is in the cart now, then forgets them. */
export function restoreSavedCart(): void {
  const saved: unknown = tolerantly(() => JSON.parse(sessionStorage.getItem(KEY) ?? '[]'));
  forgetSavedCart();
  if (!Array.isArray(saved) || saved.length === 0) return;
  const { lines, restore } = cartStore.getState();
  restore(joinLines(lines, saved));
}
