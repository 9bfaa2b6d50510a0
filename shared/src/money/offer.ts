import type { Ebook } from '../contracts/ebooks.ts';
import type { Instant } from '../dates/dates.ts';
import type { Currency } from './currencies.ts';
import { getPrice, type Money } from './money.ts';

/** What a book costs now. `before`: the price that a sale may call reduced; `percent`: by how much, rounded down; `endsAt`: of its sale. */
export type Offer = {
  readonly price: Money;
  readonly before: Money | null;
  readonly percent: number;
  readonly endsAt: Instant | null;
};

/** What a book costs a visitor with `currency`, in which it may not be sold any more. */
export function getOffer({ prices, sales }: Pick<Ebook, 'prices' | 'sales'>, currency: Currency): Offer {
  const price = getPrice(prices, currency);
  const sale = sales?.[price.currency];
  const before = sale?.before ? { minor: sale.before, currency: price.currency } : null;
  return {
    price,
    before,
    percent: before ? Math.floor((100 * (before.minor - price.minor)) / before.minor) : 0,
    endsAt: sale?.endsAt ?? null,
  };
}
