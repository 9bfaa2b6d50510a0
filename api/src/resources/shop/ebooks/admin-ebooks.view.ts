import type { AdminEbook, AdminSale, SaleResults, Sampling } from '@site/shared/contracts/admin-ebooks.ts';
import { toInstant, toInstantOrNull } from '@site/shared/dates/dates.ts';
import { byCurrency, CURRENCIES } from '@site/shared/money/currencies.ts';
import { CurrencySchema, MinorSchema, toMoney } from '@site/shared/money/money.ts';
import * as v from 'valibot';
import type { Env } from '../../../platform/env.ts';
import type { AdminEbookRow } from './admin-ebook-row.ts';
import { priceBefore, toBookFacts } from './ebooks.view.ts';

const minor = (value: number | undefined) => (value === undefined ? null : v.parse(MinorSchema, value));

const toAdminSale = ({ sale, sale_before }: Pick<AdminEbookRow, 'sale' | 'sale_before'>): AdminSale | null =>
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

const toSampling = (row: NonNullable<AdminEbookRow['sampling']>): Sampling => ({
  firstPage: row.first_page,
  lastPage: row.last_page,
  state: row.state,
  problem: row.problem,
  madeAt: toInstantOrNull(row.made_at),
});

/** Returns a book as the team sees it. */
export const toAdminEbook = ({ launch, ...row }: AdminEbookRow, env: Pick<Env, 'SUPABASE_URL'>): AdminEbook => ({
  ...toBookFacts(row, env),
  state: row.state,
  listPrices: byCurrency((currency) => minor(row.list_prices[currency])),
  suggested: byCurrency((currency) => minor(row.suggested[currency])),
  fileVersion: row.file_version,
  hasFile: row.has_file,
  ...(launch
    ? {
        launch: {
          at: toInstant(launch.at),
          isSold: launch.is_sold,
          isOver: launch.is_over,
          buyers: launch.buyers,
          pending: launch.pending,
          waiting: launch.waiting,
        },
      }
    : {}),
  revision: row.revision,
  ...(row.sampling ? { sampling: toSampling(row.sampling) } : {}),
  sale: toAdminSale(row),
  isOwned: row.is_owned,
});

export const SalesSchema = v.array(
  v.object({
    starts_at: v.string(),
    ends_at: v.string(),
    sums: v.array(
      v.object({
        currency: CurrencySchema,
        price_minor: v.number(),
        copies: v.number(),
        revenue_minor: v.number(),
        discount_minor: v.number(),
      }),
    ),
  }),
);

export const toSaleResult = ({ starts_at, ends_at, sums }: v.InferOutput<typeof SalesSchema>[number]): SaleResults['sales'][number] => ({
  startsAt: toInstant(starts_at),
  endsAt: toInstant(ends_at),
  sums: sums.map(({ currency, price_minor, copies, revenue_minor, discount_minor }) => ({
    price: toMoney(price_minor, currency),
    copies,
    revenue: toMoney(revenue_minor, currency),
    discount: toMoney(discount_minor, currency),
  })),
});
