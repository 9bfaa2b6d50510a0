import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import type { CartQuote } from '@site/shared/contracts/quote.ts';
import { getOpenPrice } from '@site/shared/money/open-price.ts';
import { type ApiCall, ApiError } from '@site/shared/site/site.ts';
import { readerHere } from '../ebook/bought-ebooks.ts';
import { proofOf, readGuest } from './guest.ts';
import { type PricedLine, quoteLines } from './priced-lines.ts';

/** What a cart costs, as its pages draw it. */
export type ShownQuote = Omit<CartQuote, 'lines'>;

/** What the API said of a cart; `failure`: why it did not. `lines`: which cart that was. */
export type AskedQuote = { readonly lines: string; readonly quote: ShownQuote | null; readonly failure: ErrorCode | null };

/** Two carts with as many copies of the same books at the same prices are one. */
export const nameLines = (lines: readonly PricedLine[]): string =>
  JSON.stringify(lines.map(({ id, price: { minor, currency }, quantity }) => [id, minor, currency, quantity]));

/** Whether something may take off of these lines, which only the API knows; else they are added up here. */
export const isQuoteAsked = (lines: readonly PricedLine[], coupon: string | null): boolean =>
  lines.length > 0 && (coupon !== null || lines.some(({ ebook }) => ebook.bundles !== undefined));

/** What the lines cost by their prices alone. */
export function quoteOnShelf(lines: readonly PricedLine[]): ShownQuote {
  const { subtotal, discounts, total } = quoteLines(lines);
  return { subtotal, discounts: [...discounts], total, coupon: null, couponProblem: null };
}

/** Asks the API what the lines cost with a coupon. A failure is an answer: the cart stays on screen, with a word about it. */
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
    // What this browser holds without an account does not stand in its way.
    const guest = readerHere() === null ? readGuest() : null;
    const asked = coupon === null ? {} : { coupon, ...(guest && { guest: proofOf(guest) }) };
    const body = { items, currency: first.price.currency, ...asked };
    return { lines: name, quote: await api('POST /api/quote', { body, signal }), failure: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { lines: name, quote: null, failure: error.code };
  }
}
