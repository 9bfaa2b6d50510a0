import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { byCurrency } from '../money/currencies.ts';
import { MoneySchema } from '../money/money.ts';
import { pageCursors, pageQuery } from './admin-lists.ts';
import type { Calls } from './calls.ts';
import { COUPON_CODE, MAX_TYPED_CODE, normalizeCouponCode } from './coupon-rules.ts';
import { HIGHEST_PRICE } from './ebook-rules.ts';
import { EbookIdSchema } from './ebooks.ts';
import { createLineSchema } from './text.ts';

/** Most books of a bundle or a coupon. A coupon for more books must be for all of them. */
export const MAX_PROMOTION_BOOKS = 20;

const countSchema = (most: number, tooMany: string) =>
  v.pipe(v.number('required'), v.integer('not_whole'), v.minValue(1, 'below_one'), v.maxValue(most, tooMany));
const minorSchema = (least: number) =>
  v.pipe(v.number('required'), v.safeInteger('invalid'), v.minValue(least, 'below_least'), v.maxValue(HIGHEST_PRICE, 'above_highest'));
const booksSchema = (least: number) =>
  v.pipe(
    v.array(EbookIdSchema),
    v.minLength(least, 'too_few'),
    v.maxLength(MAX_PROMOTION_BOOKS, 'too_many'),
    v.check((ids) => new Set(ids).size === ids.length, 'twice'),
  );

/** The period of a promotion. Without a start it begins now, and without an end it lasts until the owner archives it. */
const PeriodSchema = v.pipe(
  v.object({ startsAt: v.nullable(InstantSchema), endsAt: v.nullable(InstantSchema) }),
  v.forward(
    // An invalid time already has an error of its own, so the order of both times is not checked.
    v.check(
      ({ startsAt, endsAt }) => startsAt === null || endsAt === null || !(Date.parse(startsAt) >= Date.parse(endsAt)),
      'before_start',
    ),
    ['endsAt'],
  ),
);

/** A coupon's discount, its books and its buyers. */
const CouponTermsSchema = v.pipe(
  v.object({
    /** The discount in percent. Null for a fixed amount in each currency. */
    percent: v.nullable(countSchema(100, 'above_hundred')),
    /**
     * Values by currency. `minor`: the fixed discount, or null for a percentage. `minimum`: the smallest sum of the coupon's books in the
     * cart.
     */
    amounts: v.partial(v.object(byCurrency(() => v.object({ minor: v.nullable(minorSchema(1)), minimum: minorSchema(0) })))),
    /** The books that the coupon is for. Null: every book. */
    ebookIds: v.nullable(booksSchema(1)),
    period: PeriodSchema,
    maxUses: v.nullable(countSchema(1_000_000, 'above_a_million')),
    maxPerBuyer: v.nullable(countSchema(1_000, 'above_a_thousand')),
    firstPurchase: v.boolean(),
    /** Whether the coupon also reduces books that already have another discount. */
    stacks: v.boolean(),
  }),
  v.forward(
    v.check(({ percent, amounts }) => Object.values(amounts).every((amount) => (percent === null) === (amount?.minor != null)), 'both'),
    ['percent'],
  ),
);
export type AdminCouponTerms = v.InferOutput<typeof CouponTermsSchema>;

/** The coupon's code, which cannot be changed later. */
export const NewCouponSchema = v.object({
  code: v.pipe(v.string(), v.maxLength(MAX_TYPED_CODE, 'not_a_code'), v.transform(normalizeCouponCode), v.regex(COUPON_CODE, 'not_a_code')),
  terms: CouponTermsSchema,
});
/** `revision`: the revision that the admin saw. If another admin changed the coupon meanwhile: `changed_meanwhile`. */
export const EditedCouponSchema = v.object({ revision: v.number(), terms: CouponTermsSchema });

/** Sums by currency over the orders paid with a promotion: the revenue that was kept, and the discount. */
const sums = v.array(v.object({ revenue: MoneySchema, discount: MoneySchema }));

/** A coupon and its results. */
export const AdminCouponSchema = v.object({
  id: v.string(),
  code: v.string(),
  terms: CouponTermsSchema,
  revision: v.number(),
  createdAt: InstantSchema,
  archivedAt: v.nullable(InstantSchema),
  used: v.number(),
  /** The number of uses that orders reserve while they may still be paid. */
  held: v.number(),
  /** The number of orders that were paid after their use had gone to another buyer. */
  beyond: v.number(),
  sums,
});
export type AdminCoupon = v.InferOutput<typeof AdminCouponSchema>;

export const PROMOTION_LIST_STATES = ['active', 'archived'] as const;
const state = v.optional(v.picklist(PROMOTION_LIST_STATES), 'active');
export const CouponListQuerySchema = v.object({ ...pageQuery, state });
export const CouponListSchema = v.object({ coupons: v.array(AdminCouponSchema), ...pageCursors });
export type CouponList = v.InferOutput<typeof CouponListSchema>;

const BundleTermsSchema = v.object({
  title: createLineSchema(80),
  ebookIds: booksSchema(2),
  percent: countSchema(90, 'above_ninety'),
  period: PeriodSchema,
});
export type AdminBundleTerms = v.InferOutput<typeof BundleTermsSchema>;

export const NewBundleSchema = v.object({ terms: BundleTermsSchema });
export const EditedBundleSchema = v.object({ revision: v.number(), terms: BundleTermsSchema });
/** A bundle and its results. `orders`: number of orders paid with it. */
export const AdminBundleSchema = v.object({
  id: v.string(),
  terms: BundleTermsSchema,
  revision: v.number(),
  createdAt: InstantSchema,
  archivedAt: v.nullable(InstantSchema),
  orders: v.number(),
  sums,
});
export type AdminBundle = v.InferOutput<typeof AdminBundleSchema>;
export const BundleListQuerySchema = v.object({ state });
/** All bundles on one page, because a shop has few bundles. */
export const BundleListSchema = v.object({ bundles: v.array(AdminBundleSchema) });
export type BundleList = v.InferOutput<typeof BundleListSchema>;

const params = { id: v.pipe(v.string(), v.uuid()) };

export const promotionCalls = {
  'GET /api/admin/coupons': { who: 'money', query: CouponListQuerySchema, answer: CouponListSchema },
  'POST /api/admin/coupons': { who: 'money', body: NewCouponSchema, answer: AdminCouponSchema },
  'PUT /api/admin/coupons/:id': { who: 'money', params, body: EditedCouponSchema, answer: AdminCouponSchema },
  'GET /api/admin/bundles': { who: 'money', query: BundleListQuerySchema, answer: BundleListSchema },
  'POST /api/admin/bundles': { who: 'money', body: NewBundleSchema, answer: AdminBundleSchema },
  'PUT /api/admin/bundles/:id': { who: 'money', params, body: EditedBundleSchema, answer: AdminBundleSchema },
  /** Archives a coupon or a bundle. It cannot be used any more but stays in the list, and its code is never given again. */
  'DELETE /api/admin/promotions/:id': { who: 'money', params, answer: v.null() },
} as const satisfies Calls;
