import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { byCurrency } from '@site/shared/money/currencies.ts';
import { MinorSchema } from '@site/shared/money/money.ts';
import * as v from 'valibot';
import type { Env } from '../../platform/env.ts';
import type { AdminEbookRow } from './admin-ebooks.repository.ts';
import { toBookFacts } from './ebooks.view.ts';

const minor = (value: number | undefined) => (value === undefined ? null : v.parse(MinorSchema, value));

/** A book as its owner sees it. */
export const toAdminEbook = (row: AdminEbookRow, env: Pick<Env, 'SUPABASE_URL'>): AdminEbook => ({
  ...toBookFacts(row, env),
  state: row.state,
  prices: byCurrency((currency) => minor(row.prices[currency])),
  fileVersion: row.file_version,
  revision: row.revision,
  isOwned: row.is_owned,
});
