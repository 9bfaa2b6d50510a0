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
 * What Stripe says of an order now; never what order events came in. Of `given` it knows nothing: the owner gave the book.
 * `open`: the payment page was opened, nothing paid, and no Pix that is still valid shown. `waiting`: a Pix is shown or a delayed method
 * was chosen, money is under way. `failed`: nothing came of it. `refunded`: all the money went back; the buyer may keep books all the same.
 */
export const ORDER_STATES = ['open', 'waiting', 'paid', 'partly_refunded', 'refunded', 'disputed', 'expired', 'failed', 'given'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export const DISPUTE_STATES = ['needs_response', 'under_review', 'won', 'lost', 'closed'] as const;

export const ORDERS_PAGE_SIZE = 20;

/** What a buyer is given to pay with, until it is due. */
export const DUE_METHODS = ['boleto', 'pix'] as const;

/**
 * A boleto or Pix as Stripe made it: its digits or code, and where it is shown. Only what and `by` are left when it can be paid no more.
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

/** An order as customer and admin see it. */
export const OrderSchema = v.object({
  id: v.string(),
  /** Short number that people quote, such as `1042`. */
  number: v.number(),
  date: InstantSchema,
  name: v.string(),
  email: v.string(),
  total: MoneySchema,
  /** What was taken off of the shelf's prices. */
  discounts: v.array(DiscountSchema),
  refunded: MoneySchema,
  state: v.picklist(ORDER_STATES),
  /** How its dispute stands, null without one. An order stays `disputed` when it is lost; `closed`: over undecided, without a loss. */
  disputeState: v.nullable(v.picklist(DISPUTE_STATES)),
  paidAt: v.nullable(InstantSchema),
  /** When the buyer gave up its boleto or Pix. */
  canceledAt: v.nullable(InstantSchema),
  /** Null for every other way to pay. */
  toPay: v.nullable(ToPaySchema),
  /** How it was paid, null before. `brand` is Stripe's word for a card's. */
  paymentMethod: v.nullable(v.object({ type: v.picklist(PAYMENT_METHODS), brand: v.nullable(v.string()), last4: v.nullable(v.string()) })),
  items: v.array(
    v.object({
      ebookId: EbookIdSchema,
      name: v.string(),
      /** The book's, in which `name` is written. */
      language: v.string(),
      quantity: v.number(),
      /** How many of the copies are presents. */
      gifts: v.number(),
      /** As in a cart line; left out where the first copy is the buyer's own. */
      gift: v.optional(v.picklist(GIFT_CHOICES)),
      /** What was paid for one copy; of the first, where copies cost differently. */
      price: MoneySchema,
      /** What one copy cost on the shelf, and what made the price less, such as `sale`; left out where nothing did. */
      list: v.optional(MoneySchema),
      reasons: v.optional(v.array(v.string())),
      /** What was paid for the copies together. */
      amount: MoneySchema,
      /** When an announced book comes; not there for one that can be read. */
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

/** Address and name are ignored: only the order's own are used. */
export const PurchaseEmailRequestSchema = v.object({
  sessionId: SessionIdSchema,
  customerEmail: v.optional(v.pipe(v.string(), v.maxLength(1_000))),
  customerName: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(1_000)))),
  /** The guest; an account that is signed in counts more. */
  guest: v.optional(GuestSchema),
});

/** What happened to the purchase: its order, and whether its e-mail is on its way (`queued`), `sent`, or not due (`none`). */
export const PurchaseEmailAnswerSchema = v.object({
  order: OrderSchema,
  email: v.picklist(['none', 'queued', 'sent']),
  /** The key of the link that its mails have, where it was bought without an account. */
  linkKey: v.optional(v.nullable(v.string())),
});
export type PurchaseEmailAnswer = v.InferOutput<typeof PurchaseEmailAnswerSchema>;

/** The letters that a buyer gets about an order. */
export const ORDER_LETTERS = [
  'purchase_paid',
  'purchase_waiting',
  'purchase_failed',
  'purchase_refunded',
  'refund_acknowledged',
  'refund_declined',
  'book_given',
] as const;

/** What can happen to an order, as its buyer sees it: letters too. */
export const TIMELINE_KINDS = [
  'created',
  'waiting',
  'paid',
  ...ORDER_LETTERS,
  'downloaded',
  'refund_requested',
  'refunded',
  'disputed',
  'failed',
  'canceled',
] as const;

/**
 * Why the buyer may or may not read a bought book now. Refunds and disputes decide per item. `announced`: from its launch on. `gift`: each
 * copy is a present.
 */
export const ITEM_ACCESS = ['readable', 'announced', 'waiting', 'refunded', 'disputed', 'unpaid', 'taken_back', 'gift'] as const;

/** A book of an order, and what became of it. */
export const OrderItemSchema = v.object({
  ...OrderSchema.entries.items.item.entries,
  access: v.picklist(ITEM_ACCESS),
  /** The other order in which the same person paid for it; null when there is none, or when the money of either went back. */
  paidAlsoIn: v.nullable(v.object({ id: v.string(), number: v.number() })),
});

/** One order of the caller with everything that its page and its receipt show. */
export const OrderDetailSchema = v.object({
  ...OrderSchema.entries,
  items: v.array(OrderItemSchema),
  /** Version of the terms that the buyer accepted. */
  termsVersion: v.string(),
  /** Where the order's e-mail is: `failed` when the mailbox refuses it. */
  emailState: v.picklist(['none', 'queued', 'sent', 'failed']),
  /** Until when a guest receives what costs nothing, with a press; null for every other order. */
  receiveBy: v.nullable(InstantSchema),
  /** Whether there is a boleto or Pix that the buyer may give up. */
  canCancel: v.boolean(),
  /** What happened, oldest first; a letter when it was sent. */
  timeline: v.array(v.object({ kind: v.picklist(TIMELINE_KINDS), at: InstantSchema })),
  /** What is on its way back to the buyer; `refunded` is what arrived. */
  refundPending: MoneySchema,
  /** Stripe wrote to the buyer and waits for an answer before it sends the money. */
  refundAsksBuyer: v.boolean(),
  /** When the buyer asked for the money back; null before, and once it was decided. */
  refundRequestedAt: v.nullable(InstantSchema),
  /** When the owner said no, and why. */
  refundDeclined: v.nullable(v.object({ at: InstantSchema, note: v.string() })),
  canRequestRefund: v.boolean(),
  /** Its receipt and what changed it, oldest first. None of an order without money. */
  receipts: v.array(ReceiptSchema),
  /** Whether the buyer may still change who stands on the receipt. */
  canChangeReceipt: v.boolean(),
});
export type OrderDetail = v.InferOutput<typeof OrderDetailSchema>;

export const ResentEmailSchema = v.object({ email: v.picklist(['queued', 'sent']) });

/** The same for every id: it never tells whether there is such an order, nor whose. */
export const OrderLinkAnswerSchema = v.object({ status: v.literal('check_your_email') });

export const RefundRequestSchema = v.object({ reason: createOptionalLinesSchema(MAX_REFUND_REASON) });
export const RefundRequestAnswerSchema = v.object({ requestedAt: InstantSchema });

const params = { id: v.pipe(v.string(), v.uuid()) };

export const orderCalls = {
  /** Sends the link of an order that was bought without an account to the order's address. */
  'POST /api/orders/:id/link': { who: 'public', params: { id: v.string() }, answer: OrderLinkAnswerSchema },
  'GET /api/me/orders': { who: 'verified', query: OrderListQuerySchema, answer: OrderListSchema },
  'GET /api/me/orders/:id': { who: 'reader', params, answer: OrderDetailSchema },
  'POST /api/me/orders/:id/email': { who: 'reader', params, answer: ResentEmailSchema },
  'POST /api/me/orders/:id/cancel': { who: 'reader', params, answer: OrderDetailSchema },
  /** The holder of the link of an order that costs nothing takes its books. */
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
