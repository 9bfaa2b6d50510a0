import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import type { Picture } from '@site/shared/contracts/pictures.ts';
import { instant } from '@site/shared/dates/dates.ts';
import { type Minor, MinorSchema, money } from '@site/shared/money/money.ts';
import * as v from 'valibot';
import type { Env } from '../../platform/env.ts';
import { coverKey } from './cover-files.ts';
import type { EbookRow } from './ebook-row.ts';

/** Shown while a cover loads when its own colour is not known. */
const PAPER = '#e9e2d6';

/** The public address of the cover that mails and the payment page show, or null without one (§3). */
export const coverUrlOf = (row: Pick<EbookRow, 'filename' | 'cover_version'>, env: Pick<Env, 'SUPABASE_URL'>): string | null =>
  row.cover_version === null
    ? null
    : `${env.SUPABASE_URL}/storage/v1/object/public/store-assets/${coverKey(row.filename, row.cover_version)}.webp?v=${encodeURIComponent(row.cover_version)}`;

/** The cover in the widths of the site's own origin, or null without one. */
export const coverOf = (row: Pick<EbookRow, 'filename' | 'cover_version' | 'cover_color'>): Picture | null =>
  row.cover_version === null
    ? null
    : { base: `/${coverKey(row.filename, row.cover_version)}`, version: row.cover_version, color: row.cover_color ?? PAPER };

const minor = (value: number): Minor => v.parse(MinorSchema, value);

/** A book as everybody sees it. */
export function toEbook(row: EbookRow, env: Pick<Env, 'SUPABASE_URL' | 'DEFAULT_CURRENCY'>): Ebook {
  const prices = { BRL: minor(row.prices.BRL), USD: minor(row.prices.USD), NZD: minor(row.prices.NZD) };
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    author: row.author,
    price: money(prices[env.DEFAULT_CURRENCY], env.DEFAULT_CURRENCY),
    prices,
    pages: row.pages,
    language: row.language,
    filename: row.filename,
    coverUrl: coverUrlOf(row, env),
    cover: coverOf(row),
    createdAt: instant(row.created_at),
  };
}
