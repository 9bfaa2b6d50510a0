import { joinLines, takeSellableLines } from '@site/shared/contracts/cart-rules.ts';
import { cartStore, useCart, useRevalidator, useSession } from '@site/shared/site/site.ts';
import { useEffect, useEffectEvent } from 'react';
import { useReader } from '../ebook/bought-ebooks.ts';
import { readCartAddress } from './cart-address.ts';
import type { CartBooks } from './cart-books.ts';
import { keepCoupon, readCoupon } from './coupon.ts';
import { forgetSavedCart, restoreSavedCart } from './saved-cart.ts';

/**
 * Keeps the page's books in step with the device's cart: asks again when the cart was read, when it holds a book that was
 * not asked for (another tab, an undo, sign-in), and when it becomes known who is here. Returns whether the cart was read.
 */
export function useDeviceCart(books: CartBooks | null): boolean {
  const isReady = useCart((cart) => cart.isReady);
  const hasUnknown = useCart((cart) => takeSellableLines(cart.lines).some(({ id }) => !books?.asked.includes(id)));
  const { status } = useSession();
  const reader = useReader();
  const { revalidate } = useRevalidator();

  const ask = useEffectEvent(() => void revalidate());
  // With each answer anew: one that was overtaken by another change is asked for again.
  useEffect(() => {
    if (isReady && (!books || hasUnknown || books.reader !== reader)) ask();
  }, [isReady, books, hasUnknown, reader]);

  useEffect(() => {
    if (!isReady) return;
    if (status === 'signed-in') restoreSavedCart();
    // Back without a sign-in: what is in the cart now is what the visitor goes on with.
    else if (status === 'signed-out' && cartStore.getState().lines.length > 0) forgetSavedCart();
  }, [isReady, status]);

  // Another device may have changed the cart of the account since this page began.
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
    // Not by the router, whose navigation would meet the questions about the new books.
    history.replaceState(history.state, '', `${location.pathname}${address.rest.size > 0 ? `?${address.rest}` : ''}`);
  }, [isReady]);

  return isReady;
}
