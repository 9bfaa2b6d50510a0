import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import { useRevalidator } from '@site/shared/site/site.ts';
import { useEffect, useEffectEvent } from 'react';
import type { CartBooks } from './cart-books.ts';
import { isQuoteAsked, nameLines, quoteOnShelf, type ShownQuote } from './cart-quote.ts';
import type { PricedLine } from './priced-lines.ts';

/**
 * `isPending`: the amounts are those of the shelf until it is known what comes off. `failure`: why that is not known. `isUnanswered`: a
 * coupon is wanted, and no buyer may be led to pay without it.
 */
export type QuoteState = {
  readonly quote: ShownQuote | null;
  readonly isPending: boolean;
  readonly failure: ErrorCode | null;
  readonly isUnanswered: boolean;
};

/** What these lines cost; null for none. What the page read is asked for again once the lines are others. */
export function useQuote(
  { coupon, asked }: { coupon: string | null; asked: CartBooks['quote'] },
  lines: readonly PricedLine[],
): QuoteState {
  const { state, revalidate } = useRevalidator();
  const name = nameLines(lines);
  const isStale = isQuoteAsked(lines, coupon) && asked?.lines !== name;
  const ask = useEffectEvent(() => void revalidate());
  useEffect(() => {
    if (isStale && name) ask();
  }, [isStale, name]);
  const known = asked?.lines === name ? asked : null;
  return {
    quote: known?.quote ?? (lines.length > 0 ? quoteOnShelf(lines) : null),
    isPending: (isStale || known?.failure != null) && state === 'loading',
    failure: known?.failure ?? null,
    isUnanswered: coupon !== null && lines.length > 0 && !known?.quote,
  };
}
