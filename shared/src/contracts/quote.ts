import * as v from 'valibot';
import { CurrencySchema, MoneySchema } from '../money/money.ts';
import { DISCOUNT_KINDS } from '../money/quote.ts';
import { GROUP_COPIES, MAX_CART_LINES } from './cart-rules.ts';
import { COUPON_PROBLEMS, MAX_TYPED_CODE } from './coupon-rules.ts';
import { EbookIdSchema } from './ebooks.ts';
import { GuestSchema } from './guest.ts';
import { createTokenSchema } from './text.ts';

/** A coupon code as typed or as found in a link. */
export const TypedCodeSchema = createTokenSchema(MAX_TYPED_CODE);

/** Requests a quote for a cart: its books, and a coupon code if there is one. */
export const QuoteRequestSchema = v.object({
  items: v.pipe(
    v.array(
      v.object({
        id: EbookIdSchema,
        quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(GROUP_COPIES.max, 'too_many')),
        /** Amount for one copy where the buyer decides the price, in minor units of `currency`. By default the suggested amount. */
        chosen: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      }),
    ),
    v.minLength(1),
    v.maxLength(MAX_CART_LINES),
    v.check((items) => new Set(items.map((item) => item.id)).size === items.length, 'duplicate_id'),
  ),
  /** The currency of the quote. By default that of the visitor's pages. */
  currency: v.optional(CurrencySchema),
  coupon: v.optional(TypedCodeSchema),
  /** The guest's proof of this browser. A coupon use that this browser reserved does not block the coupon. Only without a sign-in. */
  guest: v.optional(GuestSchema),
});

/** A discount. `label`: the coupon's code or the bundle's title. */
export const DiscountSchema = v.object({ kind: v.picklist(DISCOUNT_KINDS), label: v.string(), amount: MoneySchema });
export type Discount = v.InferOutput<typeof DiscountSchema>;

/** The current price of a cart. Books that the shop does not have are left out. */
export const QuoteSchema = v.object({
  /** The sums of each book's copies, at list price and at the price to pay. */
  lines: v.array(v.object({ id: v.string(), quantity: v.number(), list: MoneySchema, paid: MoneySchema })),
  subtotal: MoneySchema,
  discounts: v.array(DiscountSchema),
  total: MoneySchema,
  /** The coupon's code in its normalized form. Null without a coupon. */
  coupon: v.nullable(v.string()),
  /** The reason why the coupon gives no discount. `missing`: the amount by which the cart is below the minimum. */
  couponProblem: v.nullable(v.object({ reason: v.picklist(COUPON_PROBLEMS), missing: v.nullable(MoneySchema) })),
  /** A book that would complete a bundle: its discount in the bundle, and the total with it. Missing if no book completes a bundle. */
  completion: v.optional(v.object({ ebook: v.object({ id: EbookIdSchema, title: v.string() }), less: MoneySchema, total: MoneySchema })),
});
export type CartQuote = v.InferOutput<typeof QuoteSchema>;
