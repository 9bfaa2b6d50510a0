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

/** Where a buyer pays: in a frame on the site's own page, or on a page of the payment provider. */
export const CheckoutUiSchema = v.picklist(['embedded', 'hosted']);
export type CheckoutUi = v.InferOutput<typeof CheckoutUiSchema>;

/** A text of the specified body that the server does not read. */
const ignored = (longest: number) => v.pipe(v.string(), v.maxLength(longest));

/** What a cart sends. The server believes only id, quantity and currency; the price is only compared with the catalogue. */
export const CheckoutRequestSchema = v.object({
  items: v.pipe(
    v.array(
      v.pipe(
        v.object({
          id: EbookIdSchema,
          name: v.optional(ignored(1_000)),
          description: v.optional(ignored(20_000)),
          /** What the visitor saw, in minor units of `currency`; where the buyer decides, what is given for a copy. */
          price: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
          /** The first copy is the buyer's, the others are presents, unless `gift` says so of all. */
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
  /** Both as the visitor's pages have them, unless given. */
  currency: v.optional(CurrencySchema),
  locale: v.optional(LocaleSchema),
  /** Made once per visible cart: the same attempt never opens two payments. Without one the cart itself decides. */
  attemptId: v.optional(v.pipe(v.string(), v.uuid())),
  /** Counted with the sale; null where the visit is not. */
  cameFrom: v.optional(v.nullable(OriginSchema)),
  coupon: v.optional(TypedCodeSchema),
  /** The total that the visitor saw, in minor units; without it no buyer pays more than what the prices add up to. */
  total: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** `hosted` without it. Only one of both can be paid: the one that was asked for last. */
  ui: v.optional(CheckoutUiSchema),
  /** The buyer was told that the same presents were bought within a day (`bought_lately`), and wants them once more. */
  again: v.optional(v.boolean()),
  /**
   * Only without a sign-in. `newsletterConsent`: to which words a guest agreed who wants the newsletter beside what costs nothing; it has a
   * confirmation of its own. `browser`: 128 bits that all tabs of a browser send until one of them buys. With the same address they are
   * one buyer; it proves nothing else.
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
 * `url` is the hosted payment page; the browser goes there (Stripe removed redirect-by-id). `clientSecret` opens the frame, and is for
 * the buyer's browser alone. `orderId`: nothing was to be paid, and the books are the buyer's. `linkSentTo`: nothing was to be paid, and
 * the person who reads that mailbox receives the books with its link, until `receiveBy`.
 */
export const CheckoutAnswerSchema = v.union([
  v.object({ sessionId: v.string(), url: v.string() }),
  v.object({ sessionId: v.string(), clientSecret: v.string() }),
  v.object({ orderId: v.string() }),
  v.object({ linkSentTo: v.string(), receiveBy: InstantSchema }),
]);
export type CheckoutAnswer = v.InferOutput<typeof CheckoutAnswerSchema>;

/** Stripe's session ids, as they come back in `/success?session_id=`. */
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
