import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { MinorSchema, MoneySchema } from '../money/money.ts';
import { LocaleSchema } from '../texts/locales.ts';
import { byAge, DaySchema, pageCursors, pageQuery, SearchWordsSchema } from './admin-lists.ts';
import { AuditEntrySchema } from './audit-log.ts';
import { type Calls, LIST_BYTES } from './calls.ts';
import { GROUP_COPIES } from './cart-rules.ts';
import { EmailSchema } from './contact.ts';
import { EbookIdSchema } from './ebooks.ts';
import { CONTACT_LIMITS, MAX_REFUND_EVIDENCE, MAX_REFUND_REASON } from './form-rules.ts';
import { DISPUTE_STATES, ORDER_EMAILS, OrderItemSchema, OrderSchema, TIMELINE_KINDS } from './orders.ts';
import { TypedCodeSchema } from './quote.ts';
import { ReceiptSchema, ReplaceReceiptSchema } from './receipts.ts';
import { createLinesSchema, createOptionalLinesSchema, createTokenSchema } from './text.ts';

/** State filters of the list. Without a filter the list shows every paid order, newest payment first. */
export const ORDER_FILTERS = ['paid', 'partly_refunded', 'refunded', 'disputed', 'waiting', 'failed', 'given'] as const;

const filters = {
  /** Search words: part of a name, an email address, a book's title or an order number (also as `#1042`). */
  q: v.optional(SearchWordsSchema, ''),
  /** First and last day of the payment. For unpaid orders: of the checkout. */
  from: v.optional(DaySchema),
  to: v.optional(DaySchema),
  state: v.optional(v.picklist(ORDER_FILTERS)),
  /** Only orders with this coupon code. */
  coupon: v.optional(TypedCodeSchema),
};

export const AdminOrderListQuerySchema = v.object({ ...filters, ...byAge, ...pageQuery });
/** An order in the list. `isBeyond`: paid after its use of the coupon had gone to another buyer. */
export const ListedOrderSchema = v.object({
  ...OrderSchema.entries,
  coupon: v.nullable(v.object({ code: v.string(), isBeyond: v.boolean() })),
});
export type ListedOrder = v.InferOutput<typeof ListedOrderSchema>;

export const AdminOrderListSchema = v.object({ orders: v.array(ListedOrderSchema), ...pageCursors });
export type AdminOrderList = v.InferOutput<typeof AdminOrderListSchema>;

/** `GET /api/admin/orders.csv`: all results of the list. `locale` decides headings, separator and decimal mark. */
export const OrderExportQuerySchema = v.object({ ...filters, locale: v.optional(LocaleSchema, 'pt-BR') });

const RefundItemSchema = v.object({
  ebookId: EbookIdSchema,
  quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(GROUP_COPIES.max)),
});

/**
 * Reasons why money cannot be refunded: Stripe's reasons, as far as an admin can act on them, and the site's own. `returned`: the buyer's
 * bank did not accept the refund. `canceled`: the refund was stopped at Stripe. `under_way`: a refund that names no copies is pending and
 * may still fail. `less_left`: after a refund from Stripe's dashboard less than the amount is left.
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

/** How money is refunded: by Stripe, or sent by the owner without Stripe, for example with Pix. */
export const REFUND_CHANNELS = ['stripe', 'manual'] as const;

export const REFUND_DECISIONS = ['refunded', 'declined'] as const;

/** Reasons why a refund at Stripe waits: the bank, money in the owner's balance, or an action of the buyer. */
export const REFUND_WAITS = ['bank', 'balance', 'buyer'] as const;

export const AdminRefundSchema = v.object({
  id: v.string(),
  amount: MoneySchema,
  /** The refunded items. Null: everything that was left of the order. Empty: money that was owed for copies that were revoked before. */
  items: v.nullable(v.array(RefundItemSchema)),
  /** `pending`: the refund was requested, but the buyer does not have the money yet. It may still fail. */
  state: v.picklist(['pending', 'done', 'failed']),
  /** The reason why a pending refund waits. Null until Stripe names one. */
  waitsFor: v.nullable(v.picklist(REFUND_WAITS)),
  obstacle: v.nullable(v.picklist(REFUND_OBSTACLES)),
  /** How the money was refunded. `none`: copies were revoked without money, because nothing was paid for them. */
  channel: v.picklist([...REFUND_CHANNELS, 'none']),
  /** Proof of a refund that the owner sent; null for all others. */
  evidence: v.nullable(v.string()),
  /** Whether the readers keep the refunded copies. */
  keepsAccess: v.boolean(),
  /** The owner's text to the buyer. Empty without one. */
  reason: v.string(),
  requestedAt: InstantSchema,
  by: v.string(),
});

/** Stripe's reasons (docs.stripe.com/disputes/categories). All others are `general`. */
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

/** A payment that the buyer's bank took back or may take back. */
export const DisputeSchema = v.object({
  reason: v.picklist(DISPUTE_REASONS),
  state: v.picklist(DISPUTE_STATES),
  amount: MoneySchema,
  /** The deadline for the owner's answer to the dispute. Null if no answer is possible. */
  dueBy: v.nullable(InstantSchema),
  openedAt: InstantSchema,
  /** The time when the site first saw the owner's answer, and the time when the dispute was decided or closed. */
  answeredAt: v.nullable(InstantSchema),
  closedAt: v.nullable(InstantSchema),
  /** The payment in Stripe's dashboard, where the owner answers a dispute. */
  url: v.string(),
});

/** Events of an order, including those that its buyer does not see. */
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

/** An order with everything known about it. */
export const AdminOrderSchema = v.object({
  ...ListedOrderSchema.entries,
  items: v.array(
    v.object({
      ...OrderItemSchema.entries,
      /** The amount to refund for each copy that is neither revoked nor about to be, in the order in which copies are refunded. */
      refundable: v.array(MoneySchema),
      /** How many of the refundable copies are claimed gifts, which are at the end of the list. */
      claimed: v.number(),
    }),
  ),
  /** The buyer's account. Null for a guest. */
  buyerUid: v.nullable(v.string()),
  /** State of a guest order's secret link. `over`: an account has taken the order over. */
  link: v.nullable(v.picklist(['open', 'over'])),
  locale: LocaleSchema,
  /** ISO 3166 code of the country that the buyer gave with the payment; null if unknown. */
  country: v.nullable(v.string()),
  termsVersion: v.string(),
  sessionId: v.nullable(v.string()),
  paymentIntentId: v.nullable(v.string()),
  dispute: v.nullable(DisputeSchema),
  /** Whether Stripe does not let our key read a dispute of this order. */
  isDisputeUnread: v.boolean(),
  /** Whether the buyer's address was corrected, and the owner of the new address has not signed in yet to take the order over. */
  awaitsNewOwner: v.boolean(),
  /** Stripe's fee for the payment, taxes included; null until Stripe reports it. */
  fee: v.nullable(MoneySchema),
  /** The tax that is included in Stripe's fee, such as the IOF of a Pix. */
  feeTax: MoneySchema,
  /** Refunds on their way to the buyer, including those from Stripe's dashboard. */
  refundPending: MoneySchema,
  /** The amount that can still be refunded. Zero if nothing is left. */
  refundable: MoneySchema,
  /** The money still owed for revoked copies whose refund failed. */
  owed: MoneySchema,
  /** The reason why no copy can be revoked, not even without money. Null if copies can be revoked. */
  obstacle: v.nullable(v.picklist(REFUND_OBSTACLES)),
  /** The ways to refund that this payment method allows. */
  refundChannels: v.array(v.picklist(REFUND_CHANNELS)),
  refunds: v.array(AdminRefundSchema),
  /** The receipt and its corrections, oldest first. */
  receipts: v.array(ReceiptSchema),
  /** The buyer's refund request. `decision` is null until the owner decides. `note`: the owner's words when declining. */
  refundRequest: v.nullable(
    v.object({
      reason: v.string(),
      at: InstantSchema,
      decision: v.nullable(v.picklist(REFUND_DECISIONS)),
      decidedAt: v.nullable(InstantSchema),
      note: v.nullable(v.string()),
    }),
  ),
  /** Every email about this order, newest first. `failed`: the mailbox rejects it. */
  emails: v.array(
    v.object({
      kind: v.picklist(ORDER_EMAILS),
      recipient: v.string(),
      state: v.picklist(['queued', 'sent', 'failed']),
      at: InstantSchema,
    }),
  ),
  /** Events, oldest first; an email at the moment it was sent. `amount` is only set where money moved. */
  timeline: v.array(v.object({ kind: v.picklist(ADMIN_TIMELINE_KINDS), at: InstantSchema, amount: v.nullable(MoneySchema) })),
  /** Changes of this order in the audit log, newest first. */
  auditEntries: v.array(AuditEntrySchema),
});
export type AdminOrder = v.InferOutput<typeof AdminOrderSchema>;

/** Larger than any order, and the largest integer of the database column. */
const LARGEST_AMOUNT = 2_147_483_647;
const StoredMinorSchema = v.pipe(
  MinorSchema,
  v.check((minor) => minor <= LARGEST_AMOUNT, 'invalid'),
);

/**
 * `attemptId` is created when the dialog opens; the same id never refunds twice. `items`: null for everything that is left, empty for the
 * money owed. `evidence`: proof that the admin sent the money without Stripe. An amount of zero revokes copies without money.
 * `keepsAccess`: the readers keep the copies. `reason`: words to the buyer.
 *
 * `left`: the refundable amount that the admin saw, of which `amount` may be any part. If it has changed, nothing happens:
 * `changed_meanwhile`. Without `left`, `amount` must be exactly the refund for the items, or nothing happens.
 */
export const RefundOrderSchema = v.object({
  attemptId: v.pipe(v.string(), v.uuid('invalid')),
  /** Whether claimed gifts are revoked too. If the refund includes one and this is false, it fails with `changed_meanwhile`. */
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

/** `note`: the owner's words to the buyer. If the request was decided meanwhile: `changed_meanwhile`. */
export const DeclineRefundSchema = v.object({ note: createLinesSchema(MAX_REFUND_REASON) });

/** `previousEmail`: the address that the admin saw. If another admin changed it meanwhile: `changed_meanwhile`. */
export const CorrectEmailSchema = v.object({ email: EmailSchema, previousEmail: createTokenSchema(CONTACT_LIMITS.email) });

const params = { id: v.pipe(v.string(), v.uuid()) };

export const adminOrderCalls = {
  'GET /api/admin/orders': { who: 'people', query: AdminOrderListQuerySchema, answer: AdminOrderListSchema },
  'GET /api/admin/orders.csv': { who: { least: 'lists', recent: true }, query: OrderExportQuerySchema },
  'GET /api/admin/orders/:id': { who: 'people', params, answer: AdminOrderSchema },
  /** Sends the order's delivery email again. */
  'POST /api/admin/orders/:id/email': { who: 'people', params, answer: AdminOrderSchema },
  /** Sends a new link that opens the order without an account. Previous links stop working. */
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
