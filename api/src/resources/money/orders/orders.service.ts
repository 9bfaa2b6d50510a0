import type { DISPUTE_REASONS } from '@site/shared/contracts/admin-orders.ts';
import type { GiftChoice } from '@site/shared/contracts/cart-rules.ts';
import type { CheckoutUi } from '@site/shared/contracts/checkout.ts';
import type { DISPUTE_STATES, OrderState } from '@site/shared/contracts/orders.ts';
import type { Quote } from '@site/shared/money/quote.ts';
import * as v from 'valibot';
import type { Data } from '../../../gateways/supabase/data.ts';
import type { Promotions } from '../../shop/promotions/quote.service.ts';
import { BoughtRowSchema } from './bought-row.ts';
import { type OrderRow, OrderRowSchema, type PaymentMethodRowSchema } from './order-row.ts';
import type { ToPayRowSchema } from './to-pay-row.ts';

export { type OrderRow, paidFor } from './order-row.ts';

/** Stripe's data about a dispute, as `settle_order` expects it. */
export type DisputeFact = {
  id: string;
  reason: (typeof DISPUTE_REASONS)[number];
  state: (typeof DISPUTE_STATES)[number];
  amount_minor: number;
  currency: string;
  due_by: string | null;
  /** True when the bank only inquires: Stripe can still refund the payment. */
  is_refundable: boolean;
  is_answered: boolean;
  opened_at: string;
};

/** Facts of a payment in addition to its state. */
export type PaymentFacts = {
  /** The boleto or Pix to pay. Null when the order has no boleto or Pix that can still be paid. */
  toPay: v.InferOutput<typeof ToPayRowSchema> | null;
  method: v.InferOutput<typeof PaymentMethodRowSchema> | null;
  /** Every dispute of the payment. Empty when the key may not read disputes. */
  disputes: readonly DisputeFact[];
  /** Whether the payment has a dispute that our Stripe key may not read. */
  isDisputeUnread: boolean;
  /** Stripe's fee in minor units of the order's currency. Null when unknown. */
  feeMinor: number | null;
  /** The tax within the fee. */
  feeTaxMinor: number | null;
  /** The paid amount if the paid amount differs from the order's total. */
  received: { minor: number; currency: string } | null;
};

const OpenedSchema = v.variant('outcome', [
  v.object({
    outcome: v.literal('quote_changed'),
    // `unit_minor` is the current price, or null when the book is not sold.
    corrections: v.array(v.object({ id: v.string(), unit_minor: v.nullable(v.number()) })),
  }),
  v.object({ outcome: v.literal('bought'), ebooks: v.array(BoughtRowSchema) }),
  v.object({ outcome: v.literal('bought_lately') }),
  v.object({ outcome: v.literal('attempt_reused') }),
  v.object({ outcome: v.literal('account_deleted') }),
  v.object({ outcome: v.literal('elsewhere') }),
  v.object({ outcome: v.literal('settled'), order: OrderRowSchema }),
  v.object({ outcome: v.literal('free'), order: OrderRowSchema }),
  v.object({ outcome: v.literal('to_receive'), order: OrderRowSchema, receive_by: v.string() }),
  v.object({ outcome: v.literal('close_first'), orders: v.array(OrderRowSchema), asked_at: v.string() }),
  v.object({ outcome: v.literal('opened'), order: OrderRowSchema, superseded: v.array(OrderRowSchema), asked_at: v.string() }),
]);
/** The outcome of a checkout. See `open_order` in `48_orders.sql`. */
export type OpenedOrder = v.InferOutput<typeof OpenedSchema>;

export type Draft = {
  /** The buyer's account. Null for a guest, whom `guestDigest` identifies. */
  uid: string | null;
  guestDigest: string | null;
  /** Identifies the guest's browser across its tabs. Null when unknown. */
  browserDigest: string | null;
  email: string;
  name: string;
  locale: string;
  currency: string;
  attemptId: string;
  termsVersion: string;
  quote: Quote;
  /** The gift choice for each book that has one. Without a choice, all copies after the first are gifts. */
  gifts: Readonly<Record<string, GiftChoice>>;
  /** The total that the buyer saw, in minor units. Null when unknown. */
  seenMinor: number | null;
  /** Whether the buyer confirmed buying the same gifts again. */
  isAgain: boolean;
  promotions: Promotions;
  /** Names of the visit's source and campaign. Null when unknown. */
  cameFrom: { source: string; campaign: string } | null;
  ui: CheckoutUi;
  /** Time of this checkout's first query, as the database returned it. Null for the first query. */
  askedAt: string | null;
};

/** Returns a quote as the database stores it, with amounts in minor units of the order's currency. */
const toQuoteRow = ({ copies, subtotal, discounts, total }: Quote) => ({
  copies: copies.map(({ list, now, paid, ...copy }) => ({ ...copy, list: list.minor, now: now.minor, paid: paid.minor })),
  subtotal: subtotal.minor,
  discounts: discounts.map(({ amount, ...discount }) => ({ ...discount, minor: amount.minor })),
  total: total.minor,
});

/** Decides the outcome of a checkout and creates the draft of a new order. */
export async function openOrder(
  data: Data,
  { uid, email, name, quote, seenMinor: seen, isAgain: again, ...draft }: Draft,
): Promise<OpenedOrder> {
  const buyer = { buyerUid: uid, buyerEmail: email, buyerName: name };
  return v.parse(OpenedSchema, await data.sql.openOrder({ ...buyer, ...draft, quote: { ...toQuoteRow(quote), seen, again } }));
}

export const getOrderBySession = async (data: Data, sessionId: string): Promise<OrderRow | null> =>
  v.parse(v.nullable(OrderRowSchema), await data.sql.getOrderBySession({ sessionId }));

/** Returns the guest order of a session, if this browser bought it. */
export const getGuestOrder = async (data: Data, sessionId: string, digest: string): Promise<OrderRow | null> =>
  v.parse(v.nullable(OrderRowSchema), await data.sql.getGuestOrder({ sessionId, guestDigest: digest }));

export const getOrderByIntent = async (data: Data, paymentIntentId: string): Promise<OrderRow | null> =>
  v.parse(v.nullable(OrderRowSchema), await data.sql.getOrderByIntent({ paymentIntentId }));

const SyncSchema = v.nullable(
  v.object({
    sync_no: v.number(),
    order: OrderRowSchema,
    has_refunds: v.boolean(),
    has_fee: v.boolean(),
    state_if_gone: v.nullable(v.picklist(['expired', 'failed', 'waiting'])),
  }),
);

/** Starts a payment sync. Returns null when no order has this session, unless the order `orderId` is still without a session. */
export const beginPaymentSync = async (data: Data, sessionId: string, orderId: string | null): Promise<v.InferOutput<typeof SyncSchema>> =>
  v.parse(SyncSchema, await data.sql.beginPaymentSync({ sessionId, orderId }));

/** The state of an order according to Stripe. */
export type PaymentState = {
  state: OrderState;
  paymentIntentId: string | null;
  /** The amount of finished refunds, without refunds under way. */
  refundedMinor: number;
  /** The amount of refunds under way. */
  refundPendingMinor: number;
  /** Time when the money arrived, as ISO text. Null before. */
  paidAt: string | null;
  /** ISO 3166 code of the country that the buyer entered with the payment. */
  country: string | null;
};

export type Settlement = PaymentState & {
  /** The state at Stripe of refunds that an admin requested. */
  refunds: readonly { id: string; state: string; waitsFor: string | null; obstacle: string | null }[];
  facts: PaymentFacts;
};

const SettledSchema = v.object({ applied: v.boolean(), mailed: v.boolean(), order: OrderRowSchema });

/** Applies the result of a payment sync to its order. `applied` is false when a newer sync was applied first. */
export const settleOrder = async (
  data: Data,
  orderId: string,
  syncNo: number,
  { refunds, facts, ...payment }: Settlement,
): Promise<v.InferOutput<typeof SettledSchema>> =>
  v.parse(
    SettledSchema,
    await data.sql.settleOrder({
      orderId,
      syncNo,
      ...payment,
      refunds: refunds.map(({ id, state, waitsFor, obstacle }) => ({ id, state, waits_for: waitsFor, obstacle })),
      facts: {
        to_pay: facts.toPay,
        payment_method: facts.method,
        disputes: facts.disputes,
        dispute_unread: facts.isDisputeUnread,
        fee_minor: facts.feeMinor,
        fee_tax_minor: facts.feeTaxMinor,
        received: facts.received,
      },
    }),
  );
