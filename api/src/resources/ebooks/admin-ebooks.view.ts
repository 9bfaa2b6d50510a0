import type { AdminEbook, AdminSale } from '@site/shared/contracts/admin-ebooks.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { byCurrency, CURRENCIES } from '@site/shared/money/currencies.ts';
import { MinorSchema } from '@site/shared/money/money.ts';
import * as v from 'valibot';
import type { Env } from '../../platform/env.ts';
import type { AdminEbookRow } from './admin-ebooks.repository.ts';
import { priceBefore, toBookFacts } from './ebooks.view.ts';

const minor = (value: number | undefined) => (value === undefined ? null : v.parse(MinorSchema, value));

const toAdminSale = ({ sale, sale_before }: AdminEbookRow): AdminSale | null =>
  sale && {
    startsAt: toInstant(sale.starts_at),
    endsAt: toInstant(sale.ends_at),
    prices: Object.fromEntries(
      CURRENCIES.flatMap((currency) => {
        const now = sale.prices[currency];
        return now === undefined
          ? []
          : [[currency, { now: v.parse(MinorSchema, now), before: priceBefore(sale_before[currency], now) }] as const];
      }),
    ),
  };

/** A book as its owner sees it. */
export const toAdminEbook = (row: AdminEbookRow, env: Pick<Env, 'SUPABASE_URL'>): AdminEbook => ({
  ...toBookFacts(row, env),
  state: row.state,
  prices: byCurrency((currency) => minor(row.prices[currency])),
  suggested: byCurrency((currency) => minor(row.suggested[currency])),
  fileVersion: row.file_version,
  revision: row.revision,
  sale: toAdminSale(row),
  isOwned: row.is_owned,
});
