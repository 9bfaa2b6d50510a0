import { joinLines } from '@site/shared/contracts/cart-rules.ts';
import { type CartLine, cartStore } from '@site/shared/site/site.ts';

/** Where the cart waits while the visitor signs in. */
const KEY = 'cart-before-sign-in';

export function saveCart(lines: readonly CartLine[]): void {
  sessionStorage.setItem(KEY, JSON.stringify(lines));
}

/** Puts the saved lines back beside what is in the cart now, then forgets them. */
export function restoreSavedCart(): void {
  const saved = readLines(sessionStorage.getItem(KEY));
  sessionStorage.removeItem(KEY);
  if (saved.length === 0) return;
  const { lines, restore } = cartStore.getState();
  restore(joinLines(lines, saved));
}

function readLines(text: string | null): CartLine[] {
  try {
    const lines: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(lines) ? lines : [];
  } catch {
    return [];
  }
}
