import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { MoneySchema } from '../money/money.ts';
import type { Calls } from './calls.ts';
import { GIFT_CHOICES } from './cart-rules.ts';
import { SessionIdSchema } from './checkout.ts';
import { EbookIdSchema } from './ebooks.ts';
import { MAX_REFUND_REASON } from './form-rules.ts';
import { GuestSchema } from './guest.ts';
import { DiscountSchema } from './quote.ts';
import { ReceiptSchema, SaveReceiptBuyerSchema } from './receipts.ts';
import { createOptionalLinesSchema, createTokenSchema } from './text.ts';

/**
 * State of the payment at Stripe now, independent of the order of events. `given`: given by the owner, without Stripe. `open`: the payment
 * page was opened, but nothing is paid and no valid Pix is shown. `waiting`: a Pix is shown or a delayed method was chosen, so money may
 * arrive. `failed`: no payment will arrive. `refunded`: everything was refunded, though the buyer may keep books.
 */
export const ORDER_STATES = ['open', 'waiting', 'paid', 'partly_refunded', 'refunded', 'disputed', 'expired', 'failed', 'given'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export const DISPUTE_STATES = ['needs_response', 'under_review', 'won', 'lost', 'closed'] as const;

export const ORDERS_PAGE_SIZE = 20;

/** Payment methods that give the buyer a document to pay with until a due date. */
export const DUE_METHODS = ['boleto', 'pix'] as const;

/**
 * A boleto or Pix from Stripe: its digits or code, and the page that shows it. Once it can no longer be paid, only `with` and `by` are
 * left.
 */
export const ToPaySchema = v.object({
  with: v.picklist(DUE_METHODS),
  by: v.nullable(InstantSchema),
  code: v.nullable(v.string()),
  url: v.nullable(v.string()),
  pdfUrl: v.nullable(v.string()),
});
export type ToPay = v.InferOutput<typeof ToPaySchema>;

export const PAYMENT_METHODS = ['card', 'boleto', 'pix', 'bank_debit', 'other'] as const;

/** An order for customers and admins. */
export const OrderSchema = v.object({
  id: v.string(),
  /** Short order number that people quote, such as `1042`. */
  number: v.number(),
  date: InstantSchema,
  name: v.string(),
  email: v.string(),
  total: MoneySchema,
  /** The discounts that the buyer got, compared with the list prices. */
  discounts: v.array(DiscountSchema),
  refunded: MoneySchema,
  state: v.picklist(ORDER_STATES),
  /**
   * State of the order's dispute; null without one. An order stays `disputed` after a lost dispute. `closed`: ended without a decision and
   * without a loss.
   */
  disputeState: v.nullable(v.picklist(DISPUTE_STATES)),
  paidAt: v.nullable(InstantSchema),
  /** The time when the buyer cancelled the boleto or Pix. */
  canceledAt: v.nullable(InstantSchema),
  /** The boleto or Pix to pay. Null for all other payment methods. */
  toPay: v.nullable(ToPaySchema),
  /** Payment method; null before the payment. `brand`: Stripe's name of the card brand. */
  paymentMethod: v.nullable(v.object({ type: v.picklist(PAYMENT_METHODS), brand: v.nullable(v.string()), last4: v.nullable(v.string()) })),
  items: v.array(
    v.object({
      ebookId: EbookIdSchema,
      name: v.string(),
      /** The book's language, in which `name` is written. */
      language: v.string(),
      quantity: v.number(),
      /** How many of the item's copies are gifts. */
      gifts: v.number(),
      /** The buyer's choice of gifts, as in a cart line. Missing if the first copy is the buyer's own. */
      gift: v.optional(v.picklist(GIFT_CHOICES)),
      /** The price paid for one copy. If the copies have different prices, the price of the first one. */
      price: MoneySchema,
      /** List price of one copy, and why the paid price was lower, such as `sale`; missing without a discount. */
      list: v.optional(MoneySchema),
      reasons: v.optional(v.array(v.string())),
      /** The amount paid for all copies of the item. */
      amount: MoneySchema,
      /** Release of an announced book; missing for a book that can be read. */
      launchAt: v.optional(InstantSchema),
      format: v.literal('PDF'),
    }),
  ),
});
export type Order = v.InferOutput<typeof OrderSchema>;

export const OrderListQuerySchema = v.object({ after: v.optional(createTokenSchema(200)) });

/** `GET /api/completed-orders` and `GET /api/me/orders`; 20 a page, newest first. */
export const OrderListSchema = v.object({ orders: v.array(OrderSchema), nextCursor: v.nullable(v.string()) });
export type OrderList = v.InferOutput<typeof OrderListSchema>;

/** Address and name in this body are ignored, because the API uses those of the order. */
export const PurchaseEmailRequestSchema = v.object({
  sessionId: SessionIdSchema,
  customerEmail: v.optional(v.pipe(v.string(), v.maxLength(1_000))),
  customerName: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(1_000)))),
  /** The guest who bought. Ignored if an account is signed in. */
  guest: v.optional(GuestSchema),
});

/** The order of a purchase, and the state of its email: `queued`, `sent`, or `none` if the order needs no email. */
export const PurchaseEmailAnswerSchema = v.object({
  order: OrderSchema,
  email: v.picklist(['none', 'queued', 'sent']),
  /** Key of the link in the order's emails, for an order without an account. */
  linkKey: v.optional(v.nullable(v.string())),
});
export type PurchaseEmailAnswer = v.InferOutput<typeof PurchaseEmailAnswerSchema>;

/** Emails that a buyer gets about an order. */
export const ORDER_EMAILS = [
  'purchase_paid',
  'purchase_waiting',
  'purchase_failed',
  'purchase_refunded',
  'refund_acknowledged',
  'refund_declined',
  'book_given',
] as const;

/** Events of an order that its buyer sees, including emails. */
export const TIMELINE_KINDS = [
  'created',
  'waiting',
  'paid',
  ...ORDER_EMAILS,
  'downloaded',
  'refund_requested',
  'refunded',
  'disputed',
  'failed',
  'canceled',
] as const;

/**
 * Whether the buyer can read a bought book now, or why not. Refunds and disputes apply to each item. `announced`: not before its release.
 * `gift`: each copy is a gift.
 */
export const ITEM_ACCESS = ['readable', 'announced', 'waiting', 'refunded', 'disputed', 'unpaid', 'taken_back', 'gift'] as const;

/** A book of an order and its current access. */
export const OrderItemSchema = v.object({
  ...OrderSchema.entries.items.item.entries,
  access: v.picklist(ITEM_ACCESS),
  /** Another order in which the same person paid for this book. Null without one, or if either order was refunded. */
  paidAlsoIn: v.nullable(v.object({ id: v.string(), number: v.number() })),
});

/** An order of the caller, with all data of its page and its receipt. */
export const OrderDetailSchema = v.object({
  ...OrderSchema.entries,
  items: v.array(OrderItemSchema),
  /** Version of the terms that the buyer accepted. */
  termsVersion: v.string(),
  /** State of the order's email. `failed`: the mailbox rejects it. */
  emailState: v.picklist(['none', 'queued', 'sent', 'failed']),
  /** Until when a guest must press the button to get free books. Null for all other orders. */
  receiveBy: v.nullable(InstantSchema),
  /** Whether the order has a boleto or Pix that the buyer may cancel. */
  canCancel: v.boolean(),
  /** Events, oldest first; an email at the moment it was sent. */
  timeline: v.array(v.object({ kind: v.picklist(TIMELINE_KINDS), at: InstantSchema })),
  /** Refunds on their way to the buyer; `refunded` is the amount that has arrived. */
  refundPending: MoneySchema,
  /** Stripe emailed the buyer and waits for an answer before it sends the refund. */
  refundAsksBuyer: v.boolean(),
  /** The time when the buyer requested a refund. Null without a request, and after the owner's decision. */
  refundRequestedAt: v.nullable(InstantSchema),
  /** The time and the reason of the owner's refusal of a refund. */
  refundDeclined: v.nullable(v.object({ at: InstantSchema, note: v.string() })),
  canRequestRefund: v.boolean(),
  /** The receipt and its corrections, oldest first. Empty for an order without money. */
  receipts: v.array(ReceiptSchema),
  /** Whether the buyer may still change the name and tax id on the receipt. */
  canChangeReceipt: v.boolean(),
});
export type OrderDetail = v.InferOutput<typeof OrderDetailSchema>;

export const ResentEmailSchema = v.object({ email: v.picklist(['queued', 'sent']) });

/** The answer is the same for every id, so that it never reveals whether an order exists or to whom it belongs. */
export const OrderLinkAnswerSchema = v.object({ status: v.literal('check_your_email') });

export const RefundRequestSchema = v.object({ reason: createOptionalLinesSchema(MAX_REFUND_REASON) });
export const RefundRequestAnswerSchema = v.object({ requestedAt: InstantSchema });

const params = { id: v.pipe(v.string(), v.uuid()) };

export const orderCalls = {
  /** Sends the link of a guest's order to the order's email address. */
  'POST /api/orders/:id/link': { who: 'public', params: { id: v.string() }, answer: OrderLinkAnswerSchema },
  'GET /api/me/orders': { who: 'verified', query: OrderListQuerySchema, answer: OrderListSchema },
  'GET /api/me/orders/:id': { who: 'reader', params, answer: OrderDetailSchema },
  'POST /api/me/orders/:id/email': { who: 'reader', params, answer: ResentEmailSchema },
  'POST /api/me/orders/:id/cancel': { who: 'reader', params, answer: OrderDetailSchema },
  /** Gives the books of a free order to the holder of its link. */
  'POST /api/me/orders/:id/receive': { who: 'reader', params, answer: OrderDetailSchema },
  'POST /api/me/orders/:id/refund-request': { who: 'reader', params, body: RefundRequestSchema, answer: RefundRequestAnswerSchema },
  'GET /api/completed-orders': { who: 'people', query: OrderListQuerySchema, answer: OrderListSchema },
} as const satisfies Calls;

export const orderReceiptCalls = {
  'PUT /api/me/orders/:id/receipt-buyer': { who: 'reader', params, body: SaveReceiptBuyerSchema, answer: OrderDetailSchema },
} as const satisfies Calls;

export const paymentCalls = {
  'POST /api/webhooks/stripe': { who: 'signature' },
  'POST /send-purchase-email': { who: 'buyer', body: PurchaseEmailRequestSchema, answer: PurchaseEmailAnswerSchema },
} as const satisfies Calls;
