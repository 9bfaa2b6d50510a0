import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import { type AdminBundleTerms, type AdminCouponTerms, promotionCalls } from '@site/shared/contracts/admin-promotions.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Sql } from '../../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { cursorsOf, pageOf, pageStartOf } from '../../../platform/page.ts';
import { getContent } from '../../site/content/content.service.ts';
import { BundleRowSchema, CouponRowSchema, toBundle, toCoupon } from './admin-promotions.view.ts';

const CouponPageSchema = v.object({ coupons: v.array(CouponRowSchema), more: v.boolean() });

/** The edited promotion and the revision that the admin saw. Both are null for a new one. */
type Seen = { readonly id: string; readonly revision: number } | { readonly id: null; readonly revision: null };
const NEW: Seen = { id: null, revision: null };

const refusal = v.object({ outcome: v.picklist(['taken', 'unknown_ebook', 'changed_meanwhile']) });
const SavedCouponSchema = v.variant('outcome', [v.object({ outcome: v.literal('saved'), coupon: CouponRowSchema }), refusal]);
const SavedBundleSchema = v.variant('outcome', [v.object({ outcome: v.literal('saved'), bundle: BundleRowSchema }), refusal]);

/** Throws `invalid_input` when a coupon's amount is missing in a sold currency. */
async function refuseMissingAmounts(deps: Deps, { percent, amounts }: AdminCouponTerms): Promise<void> {
  if (percent !== null) return;
  const { currencies } = await getContent(deps, 'currencies');
  const missing = currencies.sold.filter((currency) => amounts[currency] === undefined);
  if (missing.length > 0)
    throw new AppError('invalid_input', {
      fields: Object.fromEntries(missing.map((currency) => [`terms.amounts.${currency}.minor`, 'required'])),
    });
}

function refuse(outcome: 'taken' | 'unknown_ebook' | 'changed_meanwhile'): never {
  if (outcome === 'changed_meanwhile') throw new AppError(outcome);
  throw new AppError('invalid_input', { fields: outcome === 'taken' ? { code: 'taken' } : { 'terms.ebookIds': 'unknown' } });
}

/** Saves a new coupon, or new terms of an existing one. Quotes are recalculated, open payment pages keep their price. */
async function saveCoupon(deps: Deps, actor: Actor, seen: Seen, code: string | null, terms: AdminCouponTerms) {
  await refuseMissingAmounts(deps, terms);
  const row = {
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
  };
  const saved = v.parse(SavedCouponSchema, await deps.data.sql.saveCoupon({ actor, ...seen, terms: row }));
  return saved.outcome === 'saved' ? toCoupon(saved.coupon) : refuse(saved.outcome);
}

/** Saves a bundle like `saveCoupon` saves a coupon. */
async function saveBundle(sql: Sql, actor: Actor, seen: Seen, { title, ebookIds, percent, period }: AdminBundleTerms) {
  const row = { title, ebook_ids: ebookIds, percent, starts_at: period.startsAt, ends_at: period.endsAt };
  const saved = v.parse(SavedBundleSchema, await sql.saveBundle({ actor, ...seen, terms: row }));
  return saved.outcome === 'saved' ? toBundle(saved.bundle) : refuse(saved.outcome);
}

/** The owner's calls for coupons and bundles. */
export const promotionHandlers = handle(promotionCalls, {
  'GET /api/admin/coupons': async ({ sql, query: { state, ...at } }) => {
    const start = pageStartOf(at, 'uuid');
    const page = await sql.listCoupons({ isArchived: state === 'archived', ...pageOf(start, ADMIN_PAGE_SIZE) });
    const { coupons, more } = v.parse(CouponPageSchema, page);
    return { coupons: coupons.map(toCoupon), ...cursorsOf(coupons, more, start, ({ created_at, id }) => ({ at: created_at, id })) };
  },
  'POST /api/admin/coupons': ({ deps, actor, body: { code, terms } }) => saveCoupon(deps, actor, NEW, code, terms),
  'PUT /api/admin/coupons/:id': ({ deps, actor, params: { id }, body: { revision, terms } }) =>
    saveCoupon(deps, actor, { id, revision }, null, terms),
  'GET /api/admin/bundles': async ({ sql, query: { state } }) => {
    const bundles = await sql.listBundles({ isArchived: state === 'archived' });
    return { bundles: v.parse(v.array(BundleRowSchema), bundles).map(toBundle) };
  },
  'POST /api/admin/bundles': ({ sql, actor, body: { terms } }) => saveBundle(sql, actor, NEW, terms),
  'PUT /api/admin/bundles/:id': ({ sql, actor, params: { id }, body: { revision, terms } }) =>
    saveBundle(sql, actor, { id, revision }, terms),
  'DELETE /api/admin/promotions/:id': async ({ sql, c, actor, params }) => {
    if (!(await sql.archivePromotion({ actor, ...params }))) throw new AppError('not_found');
    return c.json(null);
  },
});
