import { SetSaleSchema } from '@site/shared/contracts/admin-ebooks.ts';
import { parsePrice } from '@site/shared/contracts/ebook-rules.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import { type Reasons, reasonsOf } from '../../../common/reasons.ts';
import { momentOf } from '../../../common/zoned-time.ts';
import { type BookText, isOpen } from '../book-text.ts';

type PricedText = Pick<BookText, Extract<keyof BookText, `sale.${string}` | `listPrices.${string}` | `kind.${string}`>>;

/** Returns the typed prices that a sale can lower, in minor units. Open prices are left out. */
export const listPrices = (text: PricedText, sold: readonly Currency[]): Partial<Record<Currency, number>> =>
  Object.fromEntries(
    sold.flatMap((currency) => {
      const price = parsePrice(text[`listPrices.${currency}`], currency);
      return 'minor' in price && !isOpen(text, currency) ? [[currency, price.minor]] : [];
    }),
  );

/** Returns the sale in the shape that the API saves. The sale is complete if `saleProblems` finds no problem. */
export const writtenSale = (text: PricedText, sold: readonly Currency[], timeZone: string) => ({
  startsAt: text['sale.startsAt'] === '' ? null : momentOf(text['sale.startsAt'], timeZone),
  endsAt: momentOf(text['sale.endsAt'], timeZone) as Instant,
  prices: Object.fromEntries(Object.keys(listPrices(text, sold)).map((code) => [code, text[`sale.prices.${code as Currency}`]])),
});

/** Returns the problems of a sale that can be found before it is sent, by field. */
export function saleProblems(text: PricedText, sold: readonly Currency[], timeZone: string): Reasons {
  const sale = writtenSale(text, sold, timeZone);
  if (sale.endsAt === null) return { 'sale.endsAt': text['sale.endsAt'] === '' ? 'required' : 'invalid' };
  // A sale without a start begins now.
  if (text['sale.startsAt'] !== '' && sale.startsAt === null) return { 'sale.startsAt': 'invalid' };
  const { 'sale.prices': none, ...refused } = reasonsOf(SetSaleSchema, { revision: 0, sale });
  const prices = Object.entries(listPrices(text, sold)) as [Currency, number][];
  const tooMuch = prices.flatMap(([currency, price]) => {
    const parsed = parsePrice(text[`sale.prices.${currency}`], currency);
    return 'minor' in parsed && parsed.minor >= price ? [[`sale.prices.${currency}`, 'not_below']] : [];
  });
  return { ...(none ? { [`sale.prices.${prices[0]?.[0] ?? 'BRL'}`]: 'no_price' } : {}), ...refused, ...Object.fromEntries(tooMuch) };
}
