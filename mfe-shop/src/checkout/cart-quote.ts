import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import type { CartQuote } from '@site/shared/contracts/quote.ts';
import { getOpenPrice } from '@site/shared/money/open-price.ts';
import { type ApiCall, ApiError } from '@site/shared/site/site.ts';
import { readerHere } from '../ebook/bought-ebooks.ts';
import { proofOf, readGuest } from './guest.ts';
import { type PricedLine, quoteLines } from './priced-lines.ts';

/** The quote of a cart, as its pages show it. */
export type ShownQuote = Omit<CartQuote, 'lines'>;

/** The API's quote for a cart. `lines` names the cart. If there is no quote, `failure` says why. */
export type AskedQuote = { readonly lines: string; readonly quote: ShownQuote | null; readonly failure: ErrorCode | null };

/** Returns a name for a cart. Carts with equal copies of the same books at the same prices have the same name. */
export const nameLines = (lines: readonly PricedLine[]): string =>
  JSON.stringify(lines.map(({ id, price: { minor, currency }, quantity }) => [id, minor, currency, quantity]));

/** Returns whether discounts may apply to these lines, which only the API knows. Otherwise the page adds up the prices. */
export const isQuoteAsked = (lines: readonly PricedLine[], coupon: string | null): boolean =>
  lines.length > 0 && (coupon !== null || lines.some(({ ebook }) => ebook.bundles !== undefined));

/** Returns the quote of lines without discounts: the sum of their prices. */
export function quoteOnShelf(lines: readonly PricedLine[]): ShownQuote {
  const { subtotal, discounts, total } = quoteLines(lines);
  return { subtotal, discounts: [...discounts], total, coupon: null, couponProblem: null };
}

/** Requests the quote for lines with a coupon. A failure is returned, not thrown: the cart stays on screen with a message. */
export async function askQuote(
  api: ApiCall,
  lines: readonly PricedLine[],
  coupon: string | null,
  signal: AbortSignal,
): Promise<AskedQuote | null> {
  const [first] = lines;
  if (!first || !isQuoteAsked(lines, coupon)) return null;
  const name = nameLines(lines);
  try {
    const items = lines.map(({ id, ebook, price, quantity }) => ({
      id,
      quantity,
      ...(getOpenPrice(ebook, price.currency) ? { chosen: price.minor } : {}),
    }));
    // With the guest's proof, the quote ignores coupon uses that this browser itself reserved.
    const guest = readerHere() === null ? readGuest() : null;
    const asked = coupon === null ? {} : { coupon, ...(guest && { guest: proofOf(guest) }) };
    const body = { items, currency: first.price.currency, ...asked };
    return { lines: name, quote: await api('POST /api/quote', { body, signal }), failure: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { lines: name, quote: null, failure: error.code };
  }
}
