import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import type {
  AdminBundle,
  AdminBundleTerms,
  AdminCoupon,
  AdminCouponTerms,
  BundleList,
  CouponList,
} from '@site/shared/contracts/admin-promotions.ts';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { cursorsOf, type PageStart } from '../../platform/page.ts';
import { requireUuid } from '../../platform/require-uuid.ts';
import { getContent } from '../content/content.service.ts';
import * as repository from './admin-promotions.repository.ts';
import { toBundle, toCoupon } from './admin-promotions.view.ts';

type PromotionDeps = Pick<Deps, 'data' | 'env' | 'log'>;

/** Coupons, newest first: those that can be used, or those that were archived. */
export async function listCoupons({ data }: PromotionDeps, isArchived: boolean, start: PageStart): Promise<CouponList> {
  const { coupons, more } = await repository.listCoupons(data, isArchived, start, ADMIN_PAGE_SIZE);
  return { coupons: coupons.map(toCoupon), ...cursorsOf(coupons, more, start, ({ created_at, id }) => ({ at: created_at, id })) };
}

export async function listBundles({ data }: PromotionDeps, isArchived: boolean): Promise<BundleList> {
  return { bundles: (await repository.listBundles(data, isArchived)).map(toBundle) };
}

/** Throws `invalid_input` for an amount that lacks a currency which is sold. */
async function refuseMissingAmounts(deps: PromotionDeps, { percent, amounts }: AdminCouponTerms): Promise<void> {
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

/** A new coupon (`seen` null), or other terms for one: quotes that are under way are made anew, open payment pages keep their price. */
export async function saveCoupon(
  deps: PromotionDeps,
  actor: Actor,
  seen: repository.PromotionRef | null,
  code: string | null,
  terms: AdminCouponTerms,
): Promise<AdminCoupon> {
  if (seen) requireUuid(seen.id);
  await refuseMissingAmounts(deps, terms);
  const saved = await repository.saveCoupon(deps.data, actor, seen, { ...terms, code });
  return saved.outcome === 'saved' ? toCoupon(saved.coupon) : refuse(saved.outcome);
}

/** As `saveCoupon`, of a bundle. */
export async function saveBundle(
  { data }: PromotionDeps,
  actor: Actor,
  seen: repository.PromotionRef | null,
  terms: AdminBundleTerms,
): Promise<AdminBundle> {
  if (seen) requireUuid(seen.id);
  const saved = await repository.saveBundle(data, actor, seen, terms);
  return saved.outcome === 'saved' ? toBundle(saved.bundle) : refuse(saved.outcome);
}

/** It cannot be used any more; it stays in the list, and its code is not given again. Throws `not_found`. */
export async function archivePromotion({ data }: PromotionDeps, actor: Actor, id: string): Promise<void> {
  if (!(await data.sql.archivePromotion({ actor, id: requireUuid(id) }))) throw new AppError('not_found');
}
