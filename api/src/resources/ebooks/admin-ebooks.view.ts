import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { instant } from '@site/shared/dates/dates.ts';
import { MinorSchema } from '@site/shared/money/money.ts';
import * as v from 'valibot';
import type { Env } from '../../platform/env.ts';
import type { AdminEbookRow } from './admin-ebooks.repository.ts';
import { coverOf, coverUrlOf } from './ebooks.view.ts';

const minor = (value: number | undefined) => (value === undefined ? null : v.parse(MinorSchema, value));

/** A book as its owner sees it. */
export const toAdminEbook = (row: AdminEbookRow, env: Pick<Env, 'SUPABASE_URL'>): AdminEbook => ({
  id: row.id,
  title: row.title,
  description: row.description,
  author: row.author,
  language: row.language,
  pages: row.pages,
  filename: row.filename,
  coverUrl: coverUrlOf(row, env),
  cover: coverOf(row),
  createdAt: instant(row.created_at),
  state: row.state,
  prices: { BRL: minor(row.prices.BRL), USD: minor(row.prices.USD), NZD: minor(row.prices.NZD) },
  fileVersion: row.file_version,
  revision: row.revision,
  isOwned: row.is_owned,
});
