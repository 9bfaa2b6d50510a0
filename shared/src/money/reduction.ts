import type { Ebook } from '../contracts/ebooks.ts';
import type { Instant } from '../dates/dates.ts';
import type { Currency } from './currencies.ts';
import type { Money } from './money.ts';

/** What a sale may say of itself. `before`: the price that it reduced; `percent`: by how much, rounded down. */
export type Reduction = { readonly before: Money; readonly percent: number; readonly endsAt: Instant };

/** The reduction that a visitor with `currency` sees; null where there is none, or none that may be called one. */
export function getReduction({ prices, sales }: Pick<Ebook, 'prices' | 'sales'>, currency: Currency): Reduction | null {
  const { before, endsAt } = sales?.[currency] ?? {};
  if (!before || !endsAt) return null;
  const off = before - (prices[currency] ?? before);
  return { before: { minor: before, currency }, percent: Math.floor((100 * off) / before), endsAt };
}
