import type { Currency } from './currencies.ts';
import { type Money, multiplyMoney, sumMoney, toMoney } from './money.ts';

/** One book of a cart or an order: what a copy costs, and how many. */
export type QuoteLine = { readonly unit: Money; readonly quantity: number };

/** What a cart or an order costs, in one currency: `total` is `subtotal` without `discount`. */
export type Quote = { readonly subtotal: Money; readonly discount: Money; readonly total: Money };

/**
 * The one place where a total is made. The cart shows it, the checkout has the order stored with it, and letters and receipts read
 * what was stored. Nothing is discounted today. Throws `RangeError` for lines of another currency.
 */
export function quote(lines: readonly QuoteLine[], currency: Currency): Quote {
  const subtotal = sumMoney(
    lines.map(({ unit, quantity }) => multiplyMoney(unit, quantity)),
    currency,
  );
  const discount = toMoney(0, currency);
  return { subtotal, discount, total: toMoney(subtotal.minor - discount.minor, currency) };
}
