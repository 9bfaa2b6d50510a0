import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import { type Currency, type Money, priceIn, sum, times } from '@site/shared/money/money.ts';
import type { CartLine } from '@site/shared/site/site.ts';

/** A cart line with its book as the catalogue has it now. */
export type PricedLine = {
  readonly id: string;
  readonly quantity: number;
  readonly ebook: Ebook;
  readonly unit: Money;
  readonly subtotal: Money;
};

/** The device's lines with today's titles and prices, in the cart's order. Books that the catalogue does not have are left out. */
export const priceLines = (lines: readonly CartLine[], ebooks: readonly Ebook[], currency: Currency): PricedLine[] =>
  lines.flatMap(({ id, quantity }) => {
    const ebook = ebooks.find((candidate) => candidate.id === id);
    if (!ebook) return [];
    const unit = priceIn(ebook.prices, currency);
    return [{ id, quantity, ebook, unit, subtotal: times(unit, quantity) }];
  });

/** The sum of lines, of which there is at least one, in the currency in which all of them are priced. */
export function totalOf(lines: readonly PricedLine[]): Money {
  const [first] = lines;
  if (!first) throw new RangeError('an empty cart has no total');
  return sum(
    lines.map(({ subtotal }) => subtotal),
    first.unit.currency,
  );
}

/** The ids that were asked for and that the catalogue no longer has: these books left the shop (decision 19). */
export const missingIds = (lines: readonly CartLine[], asked: readonly string[], ebooks: readonly Ebook[]): string[] =>
  lines.map(({ id }) => id).filter((id) => asked.includes(id) && !ebooks.some((ebook) => ebook.id === id));
