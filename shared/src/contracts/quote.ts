import * as v from 'valibot';
import { CurrencySchema, MoneySchema } from '../money/money.ts';
import { DISCOUNT_KINDS } from '../money/quote.ts';
import { GROUP_COPIES, MAX_CART_LINES } from './cart-rules.ts';
import { COUPON_PROBLEMS, MAX_TYPED_CODE } from './coupon-rules.ts';
import { EbookIdSchema } from './ebooks.ts';
import { GuestSchema } from './guest.ts';
import { createTokenSchema } from './text.ts';

/** A code as it was typed or stood in a link. */
export const TypedCodeSchema = createTokenSchema(MAX_TYPED_CODE);

/** What a cart costs is asked for with its books, and the code of a coupon where there is one. */
export const QuoteRequestSchema = v.object({
  items: v.pipe(
    v.array(
      v.object({
        id: EbookIdSchema,
        quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(GROUP_COPIES.max, 'too_many')),
        /** What is given for a copy where the buyer decides, in minor units of `currency`; without it what is suggested. */
        chosen: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      }),
    ),
    v.minLength(1),
    v.maxLength(MAX_CART_LINES),
    v.check((items) => new Set(items.map((item) => item.id)).size === items.length, 'duplicate_id'),
  ),
  /** As the visitor's pages have it, unless given. */
  currency: v.optional(CurrencySchema),
  coupon: v.optional(TypedCodeSchema),
  /** Only without a sign-in: what this browser holds does not stand in its way. */
  guest: v.optional(GuestSchema),
});

/** What was taken off; `label`: the coupon's code, the bundle's title. */
export const DiscountSchema = v.object({ kind: v.picklist(DISCOUNT_KINDS), label: v.string(), amount: MoneySchema });
export type Discount = v.InferOutput<typeof DiscountSchema>;

/** What a cart costs now. Books that the shop does not have are left out. */
export const QuoteSchema = v.object({
  /** Of each book: its copies on the shelf and as they are paid, together. */
  lines: v.array(v.object({ id: v.string(), quantity: v.number(), list: MoneySchema, paid: MoneySchema })),
  subtotal: MoneySchema,
  discounts: v.array(DiscountSchema),
  total: MoneySchema,
  /** As coupons have it; null without one. */
  coupon: v.nullable(v.string()),
  /** Why the coupon takes nothing off; `missing`: what the cart lacks to its minimum. */
  couponProblem: v.nullable(v.object({ reason: v.picklist(COUPON_PROBLEMS), missing: v.nullable(MoneySchema) })),
  /** One more book that would make a bundle whole: how much less it costs in its bundle, and the total with it. Left out where there is none. */
  completion: v.optional(v.object({ ebook: v.object({ id: EbookIdSchema, title: v.string() }), less: MoneySchema, total: MoneySchema })),
});
export type CartQuote = v.InferOutput<typeof QuoteSchema>;
