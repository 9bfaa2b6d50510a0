import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import type { Picture } from '@site/shared/contracts/pictures.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { getPrice } from '@site/shared/money/get-price.ts';
import { type Minor, MinorSchema, PricesSchema } from '@site/shared/money/money.ts';
import * as v from 'valibot';
import type { Env } from '../../../platform/env.ts';
import { coverKey } from './cover-files.ts';
import { BookWordsSchema, type EbookRow } from './ebook-row.ts';

/** The color that is shown while a cover loads, if the cover's own color is unknown. */
const PAPER = '#e9e2d6';

/** Returns the public URL of the cover for emails and the payment page. Null without a cover. */
export const coverUrlOf = (row: Pick<EbookRow, 'filename' | 'cover_version'>, env: Pick<Env, 'SUPABASE_URL'>): string | null =>
  row.cover_version === null
    ? null
    : `${env.SUPABASE_URL}/storage/v1/object/public/store-assets/${coverKey(row.filename, row.cover_version)}.webp?v=${encodeURIComponent(row.cover_version)}`;

/** Returns the cover in the widths that the site serves from its own origin. Null without a cover. */
export const coverOf = (row: Pick<EbookRow, 'filename' | 'cover_version' | 'cover_color'>): Picture | null =>
  row.cover_version === null
    ? null
    : { base: `/${coverKey(row.filename, row.cover_version)}`, version: row.cover_version, color: row.cover_color ?? PAPER };

/** Returns the facts of a book that are shown everywhere. */
export const toBookFacts = (
  row: Omit<EbookRow, 'current_prices' | 'sales' | 'launch' | 'suggested'>,
  env: Pick<Env, 'SUPABASE_URL'>,
): Omit<Ebook, 'price' | 'currentPrices' | 'sales' | 'launch' | 'suggested'> => ({
  id: row.id,
  ...v.parse(BookWordsSchema, row),
  pages: row.pages,
  hasOutline: row.has_outline,
  bytes: row.file_bytes,
  coverUrl: coverUrlOf(row, env),
  cover: coverOf(row),
  createdAt: toInstant(row.created_at),
  ...(row.sample ? { sample: { path: `/${row.sample.key}`, pages: row.sample.pages, bytes: row.sample.bytes } } : {}),
});

/** Returns the launch of an announced book. */
export const toLaunch = ({ launch }: Pick<EbookRow, 'launch'>): Pick<Ebook, 'launch'> =>
  launch ? { launch: { at: toInstant(launch.at), isSold: launch.is_sold } } : {};

/** Returns the price before a sale. Null if that price was not higher, because it must not be shown then. */
export const priceBefore = (before: number | null | undefined, now: number): Minor | null =>
  before && before > now ? v.parse(MinorSchema, before) : null;

const toSales = ({ sales, current_prices: currentPrices }: Pick<EbookRow, 'sales' | 'current_prices'>): Pick<Ebook, 'sales'> => {
  const entries = CURRENCIES.flatMap((currency) => {
    const sale = sales[currency];
    if (!sale) return [];
    const before = priceBefore(sale.before_minor, currentPrices[currency] ?? sale.list_minor);
    return [[currency, { list: v.parse(MinorSchema, sale.list_minor), before, endsAt: toInstant(sale.ends_at) }] as const];
  });
  return entries.length > 0 ? { sales: Object.fromEntries(entries) } : {};
};

const toStars = ({ stars }: Pick<EbookRow, 'stars'>): Pick<Ebook, 'stars'> =>
  stars ? { stars: { mean: Math.round((10 * stars.sum) / stars.reviews) / 10, reviews: stars.reviews } } : {};

/** Returns a book that is sold, as visitors see it. */
export function toEbook(row: EbookRow, env: Pick<Env, 'SUPABASE_URL' | 'DEFAULT_CURRENCY'>): Ebook {
  const currentPrices = v.parse(PricesSchema, row.current_prices);
  const price = getPrice(currentPrices, row.default_currency ?? env.DEFAULT_CURRENCY);
  return {
    ...toBookFacts(row, env),
    price,
    currentPrices,
    ...toSales(row),
    ...toLaunch(row),
    ...toStars(row),
    ...(Object.keys(row.suggested).length > 0 ? { suggested: v.parse(PricesSchema, row.suggested) } : {}),
    ...(row.bundles ? { bundles: row.bundles } : {}),
  };
}
