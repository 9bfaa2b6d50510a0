import { takeSellableLines } from '@site/shared/contracts/cart-rules.ts';
import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { cartStore, type SiteContext } from '@site/shared/site/site.ts';
import { boughtEbooks, readerHere } from '../ebook/bought-ebooks.ts';
import { type AskedQuote, askQuote } from './cart-quote.ts';
import { readCoupon } from './coupon.ts';
import { priceLines, takeToPay } from './priced-lines.ts';

/** The cart's books as the catalogue has them now. */
export type CartBooks = {
  /** The ids of the requested books. */
  readonly asked: readonly string[];
  readonly ebooks: readonly Ebook[];
  /** The books that are not sold to `reader` again. */
  readonly bought: readonly BoughtEbook[];
  readonly reader: string | null;
  /** The coupon as the visitor typed it, or as it was in a link. */
  readonly coupon: string | null;
  /** The quote for the books on sale. Null if the sum of the prices is the total. */
  readonly quote: AskedQuote | null;
};

/** Returns null while the device's cart is unknown: on the server, and until it was read. */
export async function loadCartBooks({ api, preferences }: SiteContext, signal: AbortSignal): Promise<CartBooks | null> {
  const { isReady, lines } = cartStore.getState();
  if (!isReady) return null;
  const asked = takeSellableLines(lines).map(({ id }) => id);
  const reader = readerHere();
  const coupon = readCoupon();
  if (asked.length === 0) return { asked, ebooks: [], bought: [], reader, coupon, quote: null };
  const [{ ebooks }, bought] = await Promise.all([
    api('GET /api/ebooks', { query: { ids: asked.join(',') }, signal }),
    boughtEbooks(api, signal),
  ]);
  const sold = takeToPay(priceLines(lines, ebooks, preferences.currency), bought);
  return { asked, ebooks, bought, reader, coupon, quote: await askQuote(api, sold, coupon, signal) };
}
