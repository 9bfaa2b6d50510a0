import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { MinorSchema, MoneySchema } from '../money/money.ts';
import { LocaleSchema } from '../texts/locales.ts';
import { AdminChangeSchema } from './admin-changes.ts';
import { byAge, DaySchema, pageCursors, pageQuery, SearchWordsSchema } from './admin-lists.ts';
import { type Calls, LIST_BYTES } from './calls.ts';
import { GROUP_COPIES } from './cart-rules.ts';
import { EmailSchema } from './contact.ts';
import { EbookIdSchema } from './ebooks.ts';
import { CONTACT_LIMITS, MAX_REFUND_EVIDENCE, MAX_REFUND_REASON } from './form-rules.ts';
import { DISPUTE_STATES, ORDER_LETTERS, OrderItemSchema, OrderSchema, TIMELINE_KINDS } from './orders.ts';
import { TypedCodeSchema } from './quote.ts';
import { ReceiptSchema, ReplaceReceiptSchema } from './receipts.ts';
import { createLinesSchema, createOptionalLinesSchema, createTokenSchema } from './text.ts';

/** The states by which the list is filtered; without one it shows every order that was paid, newest payment first. */
export const ORDER_FILTERS = ['paid', 'partly_refunded', 'refunded', 'disputed', 'waiting', 'failed', 'given'] as const;

const filters = {
  /** Part of a name, an e-mail or a book's title, or an order's number (also as `#1042`). */
  q: v.optional(SearchWordsSchema, ''),
  /** First and last day, by payment, or by checkout for orders that were not paid. */
  from: v.optional(DaySchema),
  to: v.optional(DaySchema),
  state: v.optional(v.picklist(ORDER_FILTERS)),
  /** The code of a coupon that they have. */
  coupon: v.optional(TypedCodeSchema),
};

export const AdminOrderListQuerySchema = v.object({ ...filters, ...byAge, ...pageQuery });
/** An order as it stands in the list. `isBeyond`: paid after the use of its coupon had gone to another buyer. */
export const ListedOrderSchema = v.object({
  ...OrderSchema.entries,
  coupon: v.nullable(v.object({ code: v.string(), isBeyond: v.boolean() })),
});
export type ListedOrder = v.InferOutput<typeof ListedOrderSchema>;

export const AdminOrderListSchema = v.object({ orders: v.array(ListedOrderSchema), ...pageCursors });
export type AdminOrderList = v.InferOutput<typeof AdminOrderListSchema>;

/** `GET /api/admin/orders.csv`: what the list finds, all of it. `locale` decides headings, separator and decimal mark. */
export const OrderExportQuerySchema = v.object({ ...filters, locale: v.optional(LocaleSchema, 'pt-BR') });

const RefundItemSchema = v.object({
  ebookId: EbookIdSchema,
  quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(GROUP_COPIES.max)),
});

/**
 * Why money does not go back: Stripe's reasons, as far as an admin can do something about them. `returned`: the buyer's bank did not
 * take it. `canceled`: it was stopped at Stripe. `under_way`: money is on its way back that names no copy, and may still fail. `less_left`:
 * a refund from Stripe's dashboard left less than the amount.
 */
export const REFUND_OBSTACLES = [
  'not_paid',
  'disputed',
  'already_refunded',
  'method',
  'balance',
  'refused',
  'returned',
  'canceled',
  'less_left',
  'under_way',
] as const;

/** How money goes back: by Stripe, or sent by the owner without it, as by a Pix. */
export const REFUND_CHANNELS = ['stripe', 'manual'] as const;

export const REFUND_DECISIONS = ['refunded', 'declined'] as const;

/** What a refund that Stripe took on waits for: the bank, money in the owner's balance, or something that the buyer has to do. */
export const REFUND_WAITS = ['bank', 'balance', 'buyer'] as const;

export const AdminRefundSchema = v.object({
  id: v.string(),
  amount: MoneySchema,
  /** Null: all that was left of the order. Empty: what was owed of books that were taken back before. */
  items: v.nullable(v.array(RefundItemSchema)),
  /** `pending`: asked for, and not yet at the buyer. It may still fail. */
  state: v.picklist(['pending', 'done', 'failed']),
  /** What a pending one waits for; null while Stripe has not answered. */
  waitsFor: v.nullable(v.picklist(REFUND_WAITS)),
  obstacle: v.nullable(v.picklist(REFUND_OBSTACLES)),
  /** `none`: copies for which there is no money, without it. */
  channel: v.picklist([...REFUND_CHANNELS, 'none']),
  /** By what it can be proved that it was sent by hand; null for all others. */
  evidence: v.nullable(v.string()),
  /** The copies stay with their readers. */
  keepsAccess: v.boolean(),
  /** The owner's words to the buyer, or nothing. */
  reason: v.string(),
  requestedAt: InstantSchema,
  by: v.string(),
});

/** Stripe's reasons (docs.stripe.com/disputes/categories); every other one is `general`. */
export const DISPUTE_REASONS = [
  'credit_not_processed',
  'debit_not_authorized',
  'duplicate',
  'fraudulent',
  'general',
  'incorrect_account_details',
  'insufficient_funds',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
] as const;

/** The buyer's bank took the money back, or may. */
export const DisputeSchema = v.object({
  reason: v.picklist(DISPUTE_REASONS),
  state: v.picklist(DISPUTE_STATES),
  amount: MoneySchema,
  /** Until when the owner may answer; null when there is nothing to answer. */
  dueBy: v.nullable(InstantSchema),
  openedAt: InstantSchema,
  /** When it was first seen with an answer, and decided or closed. */
  answeredAt: v.nullable(InstantSchema),
  closedAt: v.nullable(InstantSchema),
  /** The payment in Stripe's dashboard, where a dispute is answered. */
  url: v.string(),
});

/** What can happen to an order, with what its buyer does not see. */
export const ADMIN_TIMELINE_KINDS = [
  ...TIMELINE_KINDS,
  'refund_asked',
  'taken_back',
  'refund_failed',
  'email_resent',
  'email_corrected',
  'link_renewed',
  'taken_over',
  'paid_twice',
] as const;

/** An order with everything that is known of it. */
export const AdminOrderSchema = v.object({
  ...ListedOrderSchema.entries,
  items: v.array(
    v.object({
      ...OrderItemSchema.entries,
      /** What each copy gives back that was not taken back and is not about to be, in the order in which they go. */
      refundable: v.array(MoneySchema),
      /** How many of these, the last ones, are presents that have a reader. */
      claimed: v.number(),
    }),
  ),
  /** Null for a guest. */
  buyerUid: v.nullable(v.string()),
  /** How the secret link of an order stands that was bought without an account: `over` when an account took it over. */
  link: v.nullable(v.picklist(['open', 'over'])),
  locale: LocaleSchema,
  /** ISO 3166 code of the country that the buyer gave with the payment, null when unknown. */
  country: v.nullable(v.string()),
  termsVersion: v.string(),
  sessionId: v.nullable(v.string()),
  paymentIntentId: v.nullable(v.string()),
  dispute: v.nullable(DisputeSchema),
  /** There is a dispute that Stripe does not let our key read. */
  isDisputeUnread: v.boolean(),
  /** The address was corrected, and its owner has not signed in yet to take the order over. */
  awaitsNewOwner: v.boolean(),
  /** What Stripe kept of the payment, taxes included; null until it says so. */
  fee: v.nullable(MoneySchema),
  /** What of it is a tax, as the IOF of a Pix. */
  feeTax: MoneySchema,
  /** What is on its way back to the buyer, also when it was sent from Stripe's dashboard. */
  refundPending: MoneySchema,
  /** What can still go back, zero when nothing can. */
  refundable: MoneySchema,
  /** What is left to be sent of books that were taken back, because a refund failed afterwards. */
  owed: MoneySchema,
  /** Why nothing can go back, not even a copy for which there is no money. */
  obstacle: v.nullable(v.picklist(REFUND_OBSTACLES)),
  /** By which ways the method of payment lets money go back. */
  refundChannels: v.array(v.picklist(REFUND_CHANNELS)),
  refunds: v.array(AdminRefundSchema),
  /** Its receipt and what changed it, oldest first. */
  receipts: v.array(ReceiptSchema),
  /** What the buyer asked for; `decision` null while it waits for the owner. `note`: the words with which it was declined. */
  refundRequest: v.nullable(
    v.object({
      reason: v.string(),
      at: InstantSchema,
      decision: v.nullable(v.picklist(REFUND_DECISIONS)),
      decidedAt: v.nullable(InstantSchema),
      note: v.nullable(v.string()),
    }),
  ),
  /** Every mail about this order, newest first. `failed`: the mailbox refuses it. */
  emails: v.array(
    v.object({
      kind: v.picklist(ORDER_LETTERS),
      recipient: v.string(),
      state: v.picklist(['queued', 'sent', 'failed']),
      at: InstantSchema,
    }),
  ),
  /** What happened, oldest first; a letter when it was sent. `amount` stands at what moved money. */
  timeline: v.array(v.object({ kind: v.picklist(ADMIN_TIMELINE_KINDS), at: InstantSchema, amount: v.nullable(MoneySchema) })),
  /** What admins changed in this order, newest first. */
  changes: v.array(AdminChangeSchema),
});
export type AdminOrder = v.InferOutput<typeof AdminOrderSchema>;

/** More than any order is, and what the database's integers hold. */
const LARGEST_AMOUNT = 2_147_483_647;
const StoredMinorSchema = v.pipe(
  MinorSchema,
  v.check((minor) => minor <= LARGEST_AMOUNT, 'invalid'),
);

/**
 * `attemptId` is made when the dialog opens: the same one never gives money back twice. `items` null is all that is left, empty what is
 * owed. `evidence`: the admin sent the money without Stripe, and this proves it. An amount of zero takes back copies for which there is no
 * money. `left` is what could go back as the admin saw it; when that is another amount now, nothing happens: `changed_meanwhile`. Then `amount`
 * may be any part of it. Without `left` it is all that the items give back, or nothing happens. `keepsAccess`: the copies stay with their
 * readers. `reason`: words to the buyer.
 */
export const RefundOrderSchema = v.object({
  attemptId: v.pipe(v.string(), v.uuid('invalid')),
  /** Presents that have a reader go back only so; without it: `changed_meanwhile`. */
  takesClaimed: v.optional(v.boolean(), false),
  items: v.nullable(
    v.pipe(
      v.array(RefundItemSchema),
      v.maxLength(50),
      v.check((items) => new Set(items.map(({ ebookId }) => ebookId)).size === items.length, 'twice'),
    ),
  ),
  amount: v.object({ ...MoneySchema.entries, minor: StoredMinorSchema }),
  left: v.optional(StoredMinorSchema),
  keepsAccess: v.optional(v.boolean(), false),
  reason: v.optional(createOptionalLinesSchema(MAX_REFUND_REASON), ''),
  evidence: v.optional(createLinesSchema(MAX_REFUND_EVIDENCE)),
});

/** `note`: what the buyer is told. A request that was decided meanwhile: `changed_meanwhile`. */
export const DeclineRefundSchema = v.object({ note: createLinesSchema(MAX_REFUND_REASON) });

/** `previousEmail` is what the admin saw; when another admin changed it meanwhile: `changed_meanwhile`. */
export const CorrectEmailSchema = v.object({ email: EmailSchema, previousEmail: createTokenSchema(CONTACT_LIMITS.email) });

const params = { id: v.pipe(v.string(), v.uuid()) };

export const adminOrderCalls = {
  'GET /api/admin/orders': { who: 'people', query: AdminOrderListQuerySchema, answer: AdminOrderListSchema },
  'GET /api/admin/orders.csv': { who: { least: 'lists', recent: true }, query: OrderExportQuerySchema },
  'GET /api/admin/orders/:id': { who: 'people', params, answer: AdminOrderSchema },
  /** Sends the mail that delivers the books once more. */
  'POST /api/admin/orders/:id/email': { who: 'people', params, answer: AdminOrderSchema },
  /** Sends a link that opens an order without an account, and ends those of before. */
  'POST /api/admin/orders/:id/link': { who: 'people', params, answer: AdminOrderSchema },
  'PUT /api/admin/orders/:id/buyer-email': {
    who: { least: 'people', recent: true },
    params,
    body: CorrectEmailSchema,
    answer: AdminOrderSchema,
  },
  'POST /api/admin/orders/:id/refunds': {
    who: { least: 'money', recent: true },
    params,
    body: RefundOrderSchema,
    bodyBytes: LIST_BYTES,
    answer: AdminOrderSchema,
  },
  'POST /api/admin/orders/:id/refund-refusal': { who: 'money', params, body: DeclineRefundSchema, answer: AdminOrderSchema },
} as const satisfies Calls;

export const adminReceiptCalls = {
  'POST /api/admin/orders/:id/receipts': {
    who: { least: 'money', recent: true },
    params,
    body: ReplaceReceiptSchema,
    answer: AdminOrderSchema,
  },
} as const satisfies Calls;
