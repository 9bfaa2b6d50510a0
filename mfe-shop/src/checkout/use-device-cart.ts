import { joinLines, takeSellableLines } from '@site/shared/contracts/cart-rules.ts';
import { cartStore, useCart, useRevalidator, useSession } from '@site/shared/site/site.ts';
import { useEffect, useEffectEvent } from 'react';
import { useReader } from '../ebook/bought-ebooks.ts';
import { readCartAddress } from './cart-address.ts';
import type { CartBooks } from './cart-books.ts';
import { keepCoupon, readCoupon } from './coupon.ts';
import { clearSavedCart, restoreSavedCart } from './saved-cart.ts';

/**
 * Loads the books of the device's cart again when the cart was read, when it contains a book that was not requested (another tab, an undo,
 * sign-in), and when the session becomes known. Returns whether the cart was read.
 */
export function useDeviceCart(books: CartBooks | null): boolean {
  const isReady = useCart((cart) => cart.isReady);
  const hasUnknown = useCart((cart) => takeSellableLines(cart.lines).some(({ id }) => !books?.asked.includes(id)));
  const { status } = useSession();
  const reader = useReader();
  const { revalidate } = useRevalidator();

  const ask = useEffectEvent(() => void revalidate());
  // Checks the cart again after each answer, because another change may have made the answer outdated.
  useEffect(() => {
    if (isReady && (!books || hasUnknown || books.reader !== reader)) ask();
  }, [isReady, books, hasUnknown, reader]);

  useEffect(() => {
    if (!isReady) return;
    if (status === 'signed-in') restoreSavedCart();
    // The visitor returned without signing in, so the current cart replaces the saved one.
    else if (status === 'signed-out' && cartStore.getState().lines.length > 0) clearSavedCart();
  }, [isReady, status]);

  // Another device may have changed the account's cart since this page was loaded.
  useEffect(() => cartStore.getState().meetAccount?.(), []);

  useEffect(() => {
    const address = isReady ? readCartAddress(new URLSearchParams(location.search)) : null;
    if (!address) return;
    const { lines, restore } = cartStore.getState();
    restore(joinLines(lines, address.lines));
    if (address.coupon && address.coupon !== readCoupon()) {
      keepCoupon(address.coupon);
      ask();
    }
    // The URL is replaced without the router, because a navigation would cancel the requests for the new books.
    history.replaceState(history.state, '', `${location.pathname}${address.rest.size > 0 ? `?${address.rest}` : ''}`);
  }, [isReady]);

  return isReady;
}
