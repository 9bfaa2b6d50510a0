import { CURRENCIES, type Currency } from './currency-codes.ts';
import type { Money, Prices } from './money.ts';

/** The price of one copy in `currency`; in another one that is sold where the shop has given that one up meanwhile. */
export function getPrice(prices: Prices, currency: Currency): Money {
  for (const sold of [currency, ...CURRENCIES]) {
    const minor = prices[sold];
    if (minor !== undefined) return { minor, currency: sold };
  }
  throw new RangeError('a book without a price');
}
