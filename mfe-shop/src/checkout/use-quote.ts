import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import { useRevalidator } from '@site/shared/site/site.ts';
import { useEffect, useEffectEvent } from 'react';
import type { CartBooks } from './cart-books.ts';
import { isQuoteAsked, nameLines, quoteOnShelf, type ShownQuote } from './cart-quote.ts';
import type { PricedLine } from './priced-lines.ts';

/**
 * The state of a quote. `isPending`: the page shows amounts without discounts until the quote arrives. `failure`: why the discounts are
 * unknown. `isUnanswered`: the API has not decided about the coupon yet, so the buyer cannot go to the payment page.
 */
export type QuoteState = {
  readonly quote: ShownQuote | null;
  readonly isPending: boolean;
  readonly failure: ErrorCode | null;
  readonly isUnanswered: boolean;
};

/** Returns the quote of these lines, or null without lines. Requests it again when the lines change. */
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
