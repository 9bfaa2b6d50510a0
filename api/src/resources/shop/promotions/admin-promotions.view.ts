import type { AdminBundle, AdminCoupon } from '@site/shared/contracts/admin-promotions.ts';
import { toInstant, toInstantOrNull } from '@site/shared/dates/dates.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { toMoney } from '@site/shared/money/money.ts';
import * as v from 'valibot';
import { tables } from '../../../gateways/supabase/database.generated.ts';
import { couponRow } from './quote-facts.ts';

const sums = v.array(v.object({ ...v.pick(tables.orders, ['currency']).entries, revenue_minor: v.number(), discount_minor: v.number() }));
type SumRow = v.InferOutput<typeof sums>[number];
export const CouponRowSchema = v.object({ ...couponRow, used: v.number(), held: v.number(), beyond: v.number(), sums });
type CouponRow = v.InferOutput<typeof CouponRowSchema>;

export const BundleRowSchema = v.object({ ...tables.bundles.entries, orders: v.number(), sums });
type BundleRow = v.InferOutput<typeof BundleRowSchema>;

const periodOf = ({ starts_at, ends_at }: Pick<BundleRow, 'starts_at' | 'ends_at'>) => ({
  startsAt: toInstantOrNull(starts_at),
  endsAt: toInstantOrNull(ends_at),
});

const toSum = ({ currency, revenue_minor, discount_minor }: SumRow) => ({
  revenue: toMoney(revenue_minor, currency),
  discount: toMoney(discount_minor, currency),
});

export const toCoupon = (row: CouponRow): AdminCoupon => ({
  id: row.id,
  code: row.code,
  revision: row.revision,
  createdAt: toInstant(row.created_at),
  archivedAt: toInstantOrNull(row.archived_at),
  terms: {
    percent: row.percent,
    amounts: Object.fromEntries(
      CURRENCIES.flatMap((currency) => {
        const amount = row.amounts[currency];
        return amount ? [[currency, { minor: amount.minor, minimum: amount.minimum_minor }]] : [];
      }),
    ),
    ebookIds: row.ebook_ids,
    period: periodOf(row),
    maxUses: row.max_uses,
    maxPerBuyer: row.max_per_buyer,
    firstPurchase: row.first_purchase,
    stacks: row.stacks,
  },
  used: row.used,
  held: row.held,
  beyond: row.beyond,
  sums: row.sums.map(toSum),
});

export const toBundle = ({ id, title, ebook_ids: ebookIds, percent, revision, created_at, orders, ...row }: BundleRow): AdminBundle => ({
  id,
  revision,
  createdAt: toInstant(created_at),
  archivedAt: toInstantOrNull(row.archived_at),
  terms: { title, ebookIds, percent, period: periodOf(row) },
  orders,
  sums: row.sums.map(toSum),
});
