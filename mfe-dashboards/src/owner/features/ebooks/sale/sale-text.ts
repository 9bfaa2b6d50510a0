import { type AdminEbook, WrittenSaleSchema } from '@site/shared/contracts/admin-ebooks.ts';
import { parsePrice } from '@site/shared/contracts/ebook-rules.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import { formatDecimal } from '@site/shared/money/money.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { reasonsOf } from '../../../common/reasons.ts';
import { localText, momentOf } from '../../../common/zoned-time.ts';

/** A sale as it is typed: times as the site's clocks show them, amounts as people write them. */
export type SaleText = Readonly<Record<'startsAt' | 'endsAt' | `prices.${Currency}`, string>>;

/** A book's sale, or an empty form. */
export function saleText({ sale }: Pick<AdminEbook, 'sale'>, sold: readonly Currency[], timeZone: string, locale: Locale): SaleText {
  const amount = (currency: Currency): string => {
    const minor = sale?.prices[currency]?.now;
    return minor === undefined ? '' : formatDecimal(minor, currency, locale === 'pt-BR' ? ',' : '.');
  };
  return {
    startsAt: sale ? localText(sale.startsAt, timeZone) : '',
    endsAt: sale ? localText(sale.endsAt, timeZone) : '',
    ...Object.fromEntries(sold.map((currency) => [`prices.${currency}`, amount(currency)])),
  } as SaleText;
}

/** What the call takes. */
export const writtenSale = (text: SaleText, sold: readonly Currency[], timeZone: string) => ({
  startsAt: text.startsAt === '' ? null : momentOf(text.startsAt, timeZone),
  endsAt: momentOf(text.endsAt, timeZone),
  prices: Object.fromEntries(sold.map((currency) => [currency, text[`prices.${currency}`] ?? ''])),
});

/** What is wrong with a sale, by its fields, as far as that can be seen before it is sent. */
export function saleProblems(
  text: SaleText,
  { prices }: Pick<AdminEbook, 'prices'>,
  sold: readonly Currency[],
  timeZone: string,
): Readonly<Record<string, string>> {
  const written = writtenSale(text, sold, timeZone);
  if (written.endsAt === null) return { endsAt: text.endsAt === '' ? 'required' : 'invalid' };
  // Without a start, a sale starts now.
  if (text.startsAt !== '' && written.startsAt === null) return { startsAt: 'invalid' };
  const { prices: none, ...refused } = reasonsOf(WrittenSaleSchema, written);
  const [first = 'BRL'] = sold;
  const tooMuch = sold.flatMap((currency) => {
    const parsed = parsePrice(text[`prices.${currency}`] ?? '', currency);
    return 'minor' in parsed && parsed.minor >= (prices[currency] ?? 0) ? [[`prices.${currency}`, 'not_below']] : [];
  });
  return { ...(none ? { [`prices.${first}`]: 'no_price' } : {}), ...refused, ...Object.fromEntries(tooMuch) };
}
