import type { AdminBundleTerms, AdminCouponTerms } from '@site/shared/contracts/admin-promotions.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../platform/actor.ts';
import { type PageStart, pageOf } from '../../platform/page.ts';
import { couponRow } from './quote-facts.repository.ts';

const sums = v.array(v.object({ ...v.pick(tables.orders, ['currency']).entries, revenue_minor: v.number(), discount_minor: v.number() }));
export type SumRow = v.InferOutput<typeof sums>[number];
const CouponRowSchema = v.object({ ...couponRow, used: v.number(), held: v.number(), beyond: v.number(), sums });
export type CouponRow = v.InferOutput<typeof CouponRowSchema>;

const BundleRowSchema = v.object({ ...tables.bundles.entries, orders: v.number(), sums });
export type BundleRow = v.InferOutput<typeof BundleRowSchema>;

const CouponPageSchema = v.object({ coupons: v.array(CouponRowSchema), more: v.boolean() });

export const listCoupons = async (
  data: Data,
  isArchived: boolean,
  start: PageStart,
  size: number,
): Promise<v.InferOutput<typeof CouponPageSchema>> =>
  v.parse(CouponPageSchema, await data.sql.listCoupons({ isArchived, ...pageOf(start, size) }));

export const listBundles = async (data: Data, isArchived: boolean): Promise<BundleRow[]> =>
  v.parse(v.array(BundleRowSchema), await data.sql.listBundles({ isArchived }));

/** What was seen of a promotion that is changed. */
export type PromotionRef = { readonly id: string; readonly revision: number };

const refusal = v.object({ outcome: v.picklist(['taken', 'unknown_ebook', 'changed_meanwhile']) });
const SavedCouponSchema = v.variant('outcome', [v.object({ outcome: v.literal('saved'), coupon: CouponRowSchema }), refusal]);
const SavedBundleSchema = v.variant('outcome', [v.object({ outcome: v.literal('saved'), bundle: BundleRowSchema }), refusal]);

export const saveCoupon = async (
  data: Data,
  actor: Actor,
  seen: PromotionRef | null,
  { code, ...terms }: AdminCouponTerms & { code: string | null },
): Promise<v.InferOutput<typeof SavedCouponSchema>> =>
  v.parse(
    SavedCouponSchema,
    await data.sql.saveCoupon({
      actor,
      id: seen?.id ?? null,
      revision: seen?.revision ?? null,
      terms: {
        code,
        percent: terms.percent,
        ebook_ids: terms.ebookIds,
        starts_at: terms.period.startsAt,
        ends_at: terms.period.endsAt,
        max_uses: terms.maxUses,
        max_per_buyer: terms.maxPerBuyer,
        first_purchase: terms.firstPurchase,
        stacks: terms.stacks,
        amounts: Object.fromEntries(
          Object.entries(terms.amounts).map(([currency, amount]) => [currency, { minor: amount?.minor, minimum_minor: amount?.minimum }]),
        ),
      },
    }),
  );

export const saveBundle = async (
  data: Data,
  actor: Actor,
  seen: PromotionRef | null,
  { title, ebookIds, percent, period }: AdminBundleTerms,
): Promise<v.InferOutput<typeof SavedBundleSchema>> =>
  v.parse(
    SavedBundleSchema,
    await data.sql.saveBundle({
      actor,
      id: seen?.id ?? null,
      revision: seen?.revision ?? null,
      terms: { title, ebook_ids: ebookIds, percent, starts_at: period.startsAt, ends_at: period.endsAt },
    }),
  );
