import type { Ebook } from '../contracts/ebooks.ts';
import type { Instant } from '../dates/dates.ts';
import type { Currency } from './currencies.ts';
import type { Money } from './money.ts';

/** A sale as it may be advertised. `before`: the previous price. `percent`: the reduction, rounded down. */
export type Reduction = { readonly before: Money; readonly percent: number; readonly endsAt: Instant };

/** Returns the sale in `currency`; null if there is none, or if it may not be advertised as a reduction. */
export function getReduction({ currentPrices, sales }: Pick<Ebook, 'currentPrices' | 'sales'>, currency: Currency): Reduction | null {
  const { before, endsAt } = sales?.[currency] ?? {};
  if (!before || !endsAt) return null;
  const off = before - (currentPrices[currency] ?? before);
  return { before: { minor: before, currency }, percent: Math.floor((100 * off) / before), endsAt };
}
