import { type AdminEbook, EBOOK_STATES } from '@site/shared/contracts/admin-ebooks.ts';
import { parsePrice } from '@site/shared/contracts/ebook-rules.ts';
import { CURRENCIES, type Currency } from '@site/shared/money/currencies.ts';
import { formatDecimal } from '@site/shared/money/money.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';

/** `kind`: whether the book has a price, or its buyer decides from it on; `suggested` is for that. */
type PriceField = `${'prices' | 'kind' | 'suggested'}.${Currency}`;
export const PRICE_KINDS = ['list', 'open'] as const;

/** What an author writes about a book, named as the contract names it in its refusals. */
export const BOOK_FIELDS = [
  'title',
  'description',
  'author',
  ...CURRENCIES.flatMap((currency): PriceField[] => [`kind.${currency}`, `prices.${currency}`, `suggested.${currency}`]),
  'language',
  'state',
] as const;
export type BookField = (typeof BOOK_FIELDS)[number];
/** As it is typed; it may not be what the contract takes yet. */
export type BookText = Readonly<Record<BookField, string>>;

/** As people of `locale` write an amount into a form. */
const amountText = (minor: number | null, currency: Currency, locale: Locale): string =>
  minor === null ? '' : formatDecimal(minor, currency, locale === 'pt-BR' ? ',' : '.');

const pricesText = (ebook: AdminEbook | null, locale: Locale) =>
  Object.fromEntries(
    CURRENCIES.flatMap((currency) => {
      const [price, suggested] = [ebook?.prices[currency] ?? null, ebook?.suggested[currency] ?? null];
      return [
        [`kind.${currency}`, suggested === null ? 'list' : 'open'],
        [`prices.${currency}`, amountText(price, currency, locale)],
        [`suggested.${currency}`, amountText(suggested, currency, locale)],
      ];
    }),
  ) as Record<PriceField, string>;

/** A book's own words and prices, or those that a new one begins with, a draft where no price can be set. */
export function bookText(ebook: AdminEbook | null, locale: Locale, mayPrice = true): BookText {
  return {
    title: ebook?.title ?? '',
    description: ebook?.description ?? '',
    author: ebook?.author ?? '',
    ...pricesText(ebook, locale),
    language: ebook?.language ?? LOCALES[0],
    state: ebook?.state ?? (mayPrice ? 'published' : 'draft'),
  };
}

/** Whether both say the same, however a price is written. */
export function isSameField(field: BookField, one: string, other: string): boolean {
  if (one === other) return true;
  const currency = CURRENCIES.find((code) => field === `prices.${code}` || field === `suggested.${code}`);
  if (!currency) return false;
  // A draft that the device kept through a release may lack a field.
  const [first, second] = [parsePrice(one ?? '', currency), parsePrice(other ?? '', currency)];
  return 'minor' in first && 'minor' in second && first.minor === second.minor;
}

/** Whether both say the same, however the prices are written. */
export const isSameText = (one: BookText, other: BookText): boolean =>
  BOOK_FIELDS.every((field) => isSameField(field, one[field], other[field]));

/** What the calls take. What a book costs in currencies other than `priced` is not named, and stays. */
export const writtenBook = (text: BookText, priced: readonly Currency[]) => ({
  title: text.title,
  description: text.description,
  language: LOCALES.find((locale) => locale === text.language) ?? LOCALES[0],
  state: EBOOK_STATES.find((state) => state === text.state) ?? 'draft',
  prices: Object.fromEntries(priced.map((currency) => [currency, text[`prices.${currency}`]])),
  ...(priced.length > 0
    ? { suggested: Object.fromEntries(priced.map((currency) => [currency, isOpen(text, currency) ? text[`suggested.${currency}`] : ''])) }
    : {}),
});

/** Whether the buyer decides what to give in this currency. */
export const isOpen = (text: BookText, currency: Currency): boolean => text[`kind.${currency}`] === 'open';

/** Of prices that buyers decide, what is wrong with the suggestion, and a missing least. */
export const openPriceProblems = (text: BookText, priced: readonly Currency[]): Record<string, 'required' | 'below_least'> =>
  Object.fromEntries(
    priced
      .filter((currency) => isOpen(text, currency))
      .flatMap((currency) => {
        const [least, suggested] = [text[`prices.${currency}`], text[`suggested.${currency}`]];
        const [low, high] = [parsePrice(least, currency), parsePrice(suggested, currency)];
        return [
          ...(least.trim() === '' ? [[`prices.${currency}`, 'required'] as const] : []),
          ...(suggested.trim() === '' ? [[`suggested.${currency}`, 'required'] as const] : []),
          ...('minor' in high && high.minor < Math.max('minor' in low ? low.minor : 0, 1)
            ? [[`suggested.${currency}`, 'below_least'] as const]
            : []),
        ];
      }),
  );

/** What a published book lacks: a price in each currency that is sold. */
export const missingPrices = (text: BookText, sold: readonly Currency[]): Record<string, 'required'> =>
  Object.fromEntries(
    sold
      .map((currency) => `prices.${currency}` as const)
      .filter((field) => text.state === 'published' && text[field].trim() === '')
      .map((field) => [field, 'required'] as const),
  );
