import { COPIES_OF_A_BOOK } from '@site/shared/contracts/cart-rules.ts';
import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import { getPrice, type Money, toMoney } from '@site/shared/money/money.ts';
import { type Quote, quoteOf } from '@site/shared/money/quote.ts';
import type { CartLine } from '@site/shared/site/site.ts';

/** A cart line with its book as the catalogue has it now. */
export type PricedLine = {
  readonly id: string;
  readonly ebook: Ebook;
  readonly price: Money;
};

/** The device's lines with today's titles and prices, in the cart's order. Books that the catalogue does not have are left out. */
export const priceLines = (lines: readonly CartLine[], ebooks: readonly Ebook[], currency: Currency): PricedLine[] =>
  lines.flatMap(({ id }) => {
    const ebook = ebooks.find((candidate) => candidate.id === id);
    return ebook ? [{ id, ebook, price: getPrice(ebook.prices, currency) }] : [];
  });

/** What a book costs outside of its sale; what the checkout corrected since may be more. */
const listPrice = ({ sales }: Ebook, { minor, currency }: Money): Money =>
  toMoney(Math.max(sales?.[currency]?.list ?? minor, minor), currency);

/** What lines cost, of which there is at least one, in the currency in which all of them are priced. */
export function quoteLines(lines: readonly PricedLine[]): Quote {
  const [first] = lines;
  if (!first) throw new RangeError('an empty cart has no total');
  return quoteOf(
    lines.map(({ id }) => ({ id, quantity: COPIES_OF_A_BOOK })),
    {
      currency: first.price.currency,
      prices: new Map(lines.map(({ id, ebook, price }) => [id, listPrice(ebook, price)])),
      reduced: new Map(lines.map(({ id, price }) => [id, price])),
    },
  );
}

/** The ids that were asked for and that the catalogue no longer has: these books left the shop. */
export const missingIds = (lines: readonly CartLine[], asked: readonly string[], ebooks: readonly Ebook[]): string[] =>
  lines.map(({ id }) => id).filter((id) => asked.includes(id) && !ebooks.some((ebook) => ebook.id === id));
