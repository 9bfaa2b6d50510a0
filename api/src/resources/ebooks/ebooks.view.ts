import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import type { Picture } from '@site/shared/contracts/pictures.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { getPrice, PricesSchema } from '@site/shared/money/money.ts';
import * as v from 'valibot';
import type { Env } from '../../platform/env.ts';
import { coverKey } from './cover-files.ts';
import type { EbookRow } from './ebook-row.ts';

/** Shown while a cover loads when its own colour is not known. */
const PAPER = '#e9e2d6';

/** The public address of the cover that mails and the payment page show, or null without one. */
export const coverUrlOf = (row: Pick<EbookRow, 'filename' | 'cover_version'>, env: Pick<Env, 'SUPABASE_URL'>): string | null =>
  row.cover_version === null
    ? null
    : `${env.SUPABASE_URL}/storage/v1/object/public/store-assets/${coverKey(row.filename, row.cover_version)}.webp?v=${encodeURIComponent(row.cover_version)}`;

/** The cover in the widths of the site's own origin, or null without one. */
export const coverOf = (row: Pick<EbookRow, 'filename' | 'cover_version' | 'cover_color'>): Picture | null =>
  row.cover_version === null
    ? null
    : { base: `/${coverKey(row.filename, row.cover_version)}`, version: row.cover_version, color: row.cover_color ?? PAPER };

/** What stands of a book wherever it is shown. */
export const toBookFacts = (row: Omit<EbookRow, 'prices'>, env: Pick<Env, 'SUPABASE_URL'>): Omit<Ebook, 'price' | 'prices'> => ({
  id: row.id,
  title: row.title,
  description: row.description,
  author: row.author,
  pages: row.pages,
  hasOutline: row.has_outline,
  bytes: row.file_bytes,
  language: row.language,
  filename: row.filename,
  coverUrl: coverUrlOf(row, env),
  cover: coverOf(row),
  createdAt: toInstant(row.created_at),
});

/** A book that is sold, as everybody sees it. */
export function toEbook(row: EbookRow, env: Pick<Env, 'SUPABASE_URL' | 'DEFAULT_CURRENCY'>): Ebook {
  const prices = v.parse(PricesSchema, row.prices);
  const price = getPrice(prices, row.default_currency ?? env.DEFAULT_CURRENCY);
  return { ...toBookFacts(row, env), price, prices, ...(row.bundles ? { bundles: row.bundles } : {}) };
}
