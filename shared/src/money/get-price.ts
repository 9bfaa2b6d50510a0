import { CURRENCIES, type Currency } from './currency-codes.ts';
import type { Money, Prices } from './money.ts';

/**
 * Returns the price of one copy in `currency`. If the shop no longer sells in `currency`, returns the price in another currency in which
 * the shop sells.
 */
export function getPrice(prices: Prices, currency: Currency): Money {
  for (const sold of [currency, ...CURRENCIES]) {
    const minor = prices[sold];
    if (minor !== undefined) return { minor, currency: sold };
  }
  throw new RangeError('a book without a price');
}
