import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { CurrencySchema } from '../money/money.ts';
import { LocaleSchema } from '../texts/locales.ts';
import { type Calls, FORM_BYTES, LIST_BYTES } from './calls.ts';
import { GIFT_CHOICES, MAX_CART_LINES, takeCopies } from './cart-rules.ts';
import { BotCheckSchema } from './contact.ts';
import { EbookIdSchema } from './ebooks.ts';
import { CONSENT_VERSION } from './form-rules.ts';
import { GuestKeySchema, GuestSchema } from './guest.ts';
import { QuoteRequestSchema, QuoteSchema, TypedCodeSchema } from './quote.ts';
import { OriginSchema } from './visits.ts';

/** Where a buyer pays: in a frame on our own page, or on the payment provider's page. */
export const CheckoutUiSchema = v.picklist(['embedded', 'hosted']);
export type CheckoutUi = v.InferOutput<typeof CheckoutUiSchema>;

/** Returns the schema of a text that the specification requires in the body and the server ignores. */
const ignored = (longest: number) => v.pipe(v.string(), v.maxLength(longest));

/** The body of a checkout. The server trusts only id, quantity and currency; the price is only compared with the catalogue. */
export const CheckoutRequestSchema = v.object({
  items: v.pipe(
    v.array(
      v.pipe(
        v.object({
          id: EbookIdSchema,
          name: v.optional(ignored(1_000)),
          description: v.optional(ignored(20_000)),
          /** The price that the visitor saw, in minor units of `currency`. Where the buyer decides the price: the amount for one copy. */
          price: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
          /** The first copy is the buyer's and the others are gifts, unless `gift` says otherwise. */
          quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
          gift: v.optional(v.picklist(GIFT_CHOICES)),
          image: v.optional(v.nullable(ignored(4_000))),
          metadata: v.optional(v.record(ignored(100), ignored(1_000))),
        }),
        v.forward(
          v.check(({ quantity, gift }) => takeCopies(quantity, gift) === quantity, 'copies'),
          ['quantity'],
        ),
      ),
    ),
    v.minLength(1),
    v.maxLength(MAX_CART_LINES),
    v.check((items) => new Set(items.map((item) => item.id)).size === items.length, 'duplicate_id'),
  ),
  /** The currency and the language of the purchase. By default those of the visitor's pages. */
  currency: v.optional(CurrencySchema),
  locale: v.optional(LocaleSchema),
  /** Created once for each visible cart: the same id never opens two payments. Without an id, the cart's content is used instead. */
  attemptId: v.optional(v.pipe(v.string(), v.uuid())),
  /** Source of the sale for the visit counters; null if the visit is not counted. */
  cameFrom: v.optional(v.nullable(OriginSchema)),
  coupon: v.optional(TypedCodeSchema),
  /** The total that the visitor saw, in minor units. Without it no buyer pays more than the sum of the prices. */
  total: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** Where the buyer pays, by default on the provider's page (`hosted`). Only the payment page that was requested last can be paid. */
  ui: v.optional(CheckoutUiSchema),
  /** The buyer was warned that they bought the same gifts within a day (`bought_lately`), and wants to buy them again. */
  again: v.optional(v.boolean()),
  /**
   * Only without sign-in. `newsletterConsent`: the wording to which a guest agreed who orders free books and also wants the newsletter. The
   * newsletter needs a separate confirmation. `browser`: 128 bits that all tabs of a browser send until one of them buys. Checkouts with
   * the same value and address belong to one buyer; the value proves nothing else.
   */
  guest: v.optional(
    v.object({
      ...GuestSchema.entries,
      ...BotCheckSchema.entries,
      newsletterConsent: v.optional(v.literal(CONSENT_VERSION)),
      browser: v.optional(GuestKeySchema),
    }),
  ),
});
export type CheckoutRequest = v.InferOutput<typeof CheckoutRequestSchema>;

/**
 * `url`: the hosted payment page, to which the browser goes (Stripe removed redirect-by-id). `clientSecret`: opens the frame, and is only
 * for the buyer's browser. `orderId`: the books cost nothing and belong to the buyer now. `linkSentTo`: the books cost nothing, and the reader
 * of that mailbox gets them with the link in the email, until `receiveBy`.
 */
export const CheckoutAnswerSchema = v.union([
  v.object({ sessionId: v.string(), url: v.string() }),
  v.object({ sessionId: v.string(), clientSecret: v.string() }),
  v.object({ orderId: v.string() }),
  v.object({ linkSentTo: v.string(), receiveBy: InstantSchema }),
]);
export type CheckoutAnswer = v.InferOutput<typeof CheckoutAnswerSchema>;

/** Stripe's session ids, as in `/success?session_id=`. */
export const SessionIdSchema = v.pipe(v.string(), v.regex(/^cs_[A-Za-z0-9_]{5,200}$/));

export const checkoutCalls = {
  'POST /api/quote': {
    who: 'public',
    limit: { windowSeconds: 60, address: 240 },
    body: QuoteRequestSchema,
    bodyBytes: LIST_BYTES,
    answer: QuoteSchema,
  },
  'POST /api/create-checkout-session': { who: 'buyer', body: CheckoutRequestSchema, bodyBytes: FORM_BYTES, answer: CheckoutAnswerSchema },
} as const satisfies Calls;
