import type { Currency } from './currencies.ts';
import { type Money, sumMoney, toMoney } from './money.ts';

/** One book of a cart, and how many copies of it. */
export type QuoteLine = { readonly id: string; readonly quantity: number };

/** What amounts are made of beside the cart: what each book costs on the shelf, and what those cost now that are in a sale. */
export type QuoteFacts = {
  readonly currency: Currency;
  readonly prices: ReadonlyMap<string, Money>;
  readonly reduced?: ReadonlyMap<string, Money>;
};

/**
 * One copy: what it costs on the shelf, what it costs now, in a sale or not, and what is paid for it, and what made the difference. `no`
 * counts the copies of a book from 1.
 */
export type QuoteCopy = {
  readonly id: string;
  readonly no: number;
  readonly list: Money;
  readonly now: Money;
  readonly paid: Money;
  readonly reasons: readonly string[];
};

/** What a cart costs: `paid` of the copies is `total`, `list` is `subtotal`, and `discounts` are the difference. */
export type Quote = {
  readonly copies: readonly QuoteCopy[];
  readonly subtotal: Money;
  readonly discounts: readonly { readonly kind: string; readonly label: string; readonly amount: Money }[];
  readonly total: Money;
};

/**
 * The one place where amounts are made. The cart draws them, the checkout has the order's copies stored with them, and payment page,
 * letters, receipts, refunds and statistics read what was stored. A sale is taken off. The order of the lines does not matter.
 * Throws `RangeError` for a book without a price and for one in another currency.
 */
export function quoteOf(cart: readonly QuoteLine[], { currency, prices, reduced }: QuoteFacts): Quote {
  const copies = cart
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap(({ id, quantity }) => {
      const list = prices.get(id);
      if (!list) throw new RangeError(`${id} has no price`);
      const sale = reduced?.get(id);
      const [now, reasons] = sale && sale.minor < list.minor ? [sale, ['sale']] : [list, []];
      return Array.from({ length: quantity }, (_, index): QuoteCopy => ({ id, no: index + 1, list, now, paid: now, reasons }));
    });
  const sumOf = (amountOf: (copy: QuoteCopy) => Money) => sumMoney(copies.map(amountOf), currency);
  const sale = sumOf(({ list, now }) => toMoney(list.minor - now.minor, now.currency));
  return {
    copies,
    subtotal: sumOf(({ list }) => list),
    discounts: sale.minor > 0 ? [{ kind: 'sale', label: '', amount: sale }] : [],
    total: sumOf(({ paid }) => paid),
  };
}
