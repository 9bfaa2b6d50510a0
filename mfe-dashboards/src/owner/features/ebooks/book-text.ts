import { type AdminEbook, type EbookState, SetSampleSchema } from '@site/shared/contracts/admin-ebooks.ts';
import { parsePrice } from '@site/shared/contracts/ebook-rules.ts';
import { CURRENCIES, type Currency } from '@site/shared/money/currencies.ts';
import { formatDecimal } from '@site/shared/money/money.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import { type Reasons, reasonsOf } from '../../common/reasons.ts';
import { localText } from '../../common/zoned-time.ts';

export const PRICE_KINDS = ['list', 'open'] as const;
export const SAMPLE_RANGES = ['none', 'firstTenth', 'range'] as const;
export const BEFORE_LAUNCH = ['sold', 'told'] as const;

/**
 * The fields of the book's form, grouped by the call that saves them and named as in the API's refusals. `kind` says whether the price is
 * fixed or open; `suggested` belongs to an open price.
 */
export const BOOK_PARTS = {
  words: [
    'title',
    'description',
    'author',
    'language',
    ...CURRENCIES.flatMap((currency) => [`kind.${currency}`, `listPrices.${currency}`, `suggested.${currency}`] as const),
  ],
  sale: ['sale.startsAt', 'sale.endsAt', ...CURRENCIES.map((currency) => `sale.prices.${currency}` as const)],
  launch: ['at', 'before'],
  sample: ['range', 'range.firstPage', 'range.lastPage'],
} as const;
export type BookPart = keyof typeof BOOK_PARTS;
export type BookField = (typeof BOOK_PARTS)[BookPart][number];
export const BOOK_FIELDS: readonly BookField[] = Object.values(BOOK_PARTS).flat();
/** The typed form, which may not match the contract yet. */
export type BookText = Readonly<Record<BookField, string>>;

/** The language in which amounts are typed, and the time zone in which times are typed. */
type Writing = { readonly locale: Locale; readonly timeZone: string };

/** Returns the form's initial values for a book. Null: a new book. */
export function bookText(ebook: AdminEbook | null, { locale, timeZone }: Writing): BookText {
  const { sale = null, launch, sampling } = ebook ?? {};
  const amount = (minor: number | null | undefined, currency: Currency): string =>
    minor == null ? '' : formatDecimal(minor, currency, locale === 'pt-BR' ? ',' : '.');
  const ofCurrencies = CURRENCIES.flatMap((currency) => [
    [`kind.${currency}`, (ebook?.suggested[currency] ?? null) === null ? 'list' : 'open'],
    [`listPrices.${currency}`, amount(ebook?.listPrices[currency], currency)],
    [`suggested.${currency}`, amount(ebook?.suggested[currency], currency)],
    [`sale.prices.${currency}`, amount(sale?.prices[currency]?.now, currency)],
  ]);
  return {
    title: ebook?.title ?? '',
    description: ebook?.description ?? '',
    author: ebook?.author ?? '',
    language: ebook?.language ?? LOCALES[0],
    'sale.startsAt': sale ? localText(sale.startsAt, timeZone) : '',
    'sale.endsAt': sale ? localText(sale.endsAt, timeZone) : '',
    at: launch ? localText(launch.at, timeZone) : '',
    before: launch?.isSold === false ? 'told' : 'sold',
    range: !sampling ? 'none' : sampling.firstPage === null ? 'firstTenth' : 'range',
    'range.firstPage': String(sampling?.firstPage ?? ''),
    'range.lastPage': String(sampling?.lastPage ?? ''),
    ...(Object.fromEntries(ofCurrencies) as Pick<BookText, Extract<BookField, `${string}.${Currency}`>>),
  };
}

/** Tells whether two texts have the same values in a part. A draft that the device kept through a release may lack a field. */
export const isSamePart = (part: BookPart, one: BookText, other: BookText): boolean =>
  BOOK_PARTS[part].every((field) => {
    const [first = '', second = ''] = [one[field], other[field]];
    const currency = CURRENCIES.find((code) => field.endsWith(`.${code}`));
    const [price, otherPrice] = currency ? [parsePrice(first, currency), parsePrice(second, currency)] : [];
    return first === second || (price && otherPrice && 'minor' in price && 'minor' in otherPrice && price.minor === otherPrice.minor);
  });

export const isSameText = (one: BookText, other: BookText): boolean =>
  (Object.keys(BOOK_PARTS) as BookPart[]).every((part) => isSamePart(part, one, other));

/** Returns the request bodies of the calls that save the book. Prices in currencies outside `priced` are omitted, and stay unchanged. */
export const writtenBook = (text: BookText, state: EbookState, priced: readonly Currency[]) => ({
  title: text.title,
  description: text.description,
  language: LOCALES.find((locale) => locale === text.language) ?? LOCALES[0],
  state,
  listPrices: Object.fromEntries(priced.map((currency) => [currency, text[`listPrices.${currency}`]])),
  ...(priced.length > 0
    ? { suggested: Object.fromEntries(priced.map((currency) => [currency, isOpen(text, currency) ? text[`suggested.${currency}`] : ''])) }
    : {}),
});

/** Returns whether the price is open (chosen by the buyer) in this currency. */
export const isOpen = (text: Pick<BookText, `kind.${Currency}`>, currency: Currency): boolean => text[`kind.${currency}`] === 'open';

/** Returns the problems of open prices: a bad suggestion or a missing minimum. */
export const openPriceProblems = (text: BookText, priced: readonly Currency[]): Record<string, 'required' | 'below_least'> =>
  Object.fromEntries(
    priced
      .filter((currency) => isOpen(text, currency))
      .flatMap((currency) => {
        const [least, suggested] = [text[`listPrices.${currency}`], text[`suggested.${currency}`]];
        const [low, high] = [parsePrice(least, currency), parsePrice(suggested, currency)];
        return [
          ...(least.trim() === '' ? [[`listPrices.${currency}`, 'required'] as const] : []),
          ...(suggested.trim() === '' ? [[`suggested.${currency}`, 'required'] as const] : []),
          ...('minor' in high && high.minor < Math.max('minor' in low ? low.minor : 0, 1)
            ? [[`suggested.${currency}`, 'below_least'] as const]
            : []),
        ];
      }),
  );

/** Returns the missing list prices of a published book: it needs one in each currency of the shop. */
export const missingListPrices = (text: BookText, sold: readonly Currency[]): Record<string, 'required'> =>
  Object.fromEntries(
    sold.flatMap((currency) => (text[`listPrices.${currency}`].trim() === '' ? [[`listPrices.${currency}`, 'required']] : [])),
  );

const pageOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** Returns the body of the request that sets the public sample pages. */
export const writtenSample = (text: BookText) => ({
  range:
    text.range === 'none'
      ? null
      : text.range === 'firstTenth'
        ? { firstPage: null, lastPage: null }
        : { firstPage: pageOf(text['range.firstPage']), lastPage: pageOf(text['range.lastPage']) },
});
export const sampleProblems = (text: BookText): Reasons => reasonsOf(SetSampleSchema, writtenSample(text));
