import { COUPON_PROBLEMS } from '@site/shared/contracts/coupon-rules.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import * as v from 'valibot';
import type { Data } from '../../../gateways/supabase/data.ts';
import { tables } from '../../../gateways/supabase/database.generated.ts';

/** The result of the SQL function `coupon_json`. */
export const couponRow = {
  ...v.pick(tables.coupons, [
    'id',
    'code',
    'percent',
    'ebook_ids',
    'starts_at',
    'ends_at',
    'max_uses',
    'max_per_buyer',
    'first_purchase',
    'stacks',
    'revision',
    'created_at',
    'archived_at',
  ]).entries,
  amounts: v.record(v.string(), v.pick(tables.coupon_amounts, ['minor', 'minimum_minor'])),
};

const FactsSchema = v.object({
  /**
   * List and current prices of the books that are sold. `suggested` is set for a pay-what-you-want book, and `list` is then its minimum
   * price.
   */
  prices: v.record(v.string(), v.object({ list: v.number(), now: v.number(), suggested: v.nullable(v.number()) })),
  coupon: v.nullable(v.object({ ...couponRow, obstacle: v.nullable(v.picklist(COUPON_PROBLEMS)) })),
  bundles: v.array(v.pick(tables.bundles, ['id', 'title', 'ebook_ids', 'percent', 'revision'])),
  owned: v.array(v.string()),
  /** For each incomplete bundle, the one book that is missing from the cart. */
  missing: v.array(v.object({ bundle_id: v.string(), ebook_id: v.string(), title: v.string(), list: v.number(), now: v.number() })),
});
export type QuoteFactsRow = v.InferOutput<typeof FactsSchema>;

type Asked = {
  ebookIds: readonly string[];
  currency: Currency;
  code: string | null;
  uid: string | null;
  email: string | null;
  guestDigest: string | null;
};

/** Returns the facts that a quote needs in addition to the cart. */
export const getQuoteFacts = async ({ sql }: Data, asked: Asked): Promise<QuoteFactsRow> =>
  v.parse(FactsSchema, await sql.getQuoteFacts(asked));
