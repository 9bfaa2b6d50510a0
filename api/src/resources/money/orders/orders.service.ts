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

/** What Stripe says of a dispute, as `settle_order` takes it. */
export type DisputeFact = {
  id: string;
  reason: (typeof DISPUTE_REASONS)[number];
  state: (typeof DISPUTE_STATES)[number];
  amount_minor: number;
  currency: string;
  due_by: string | null;
  /** Whether Stripe gives the money back all the same: the bank only inquires. */
  is_refundable: boolean;
  is_answered: boolean;
  opened_at: string;
};

/** What is kept of a payment beside its state. */
export type PaymentFacts = {
  /** Null: none, or none any more. */
  toPay: v.InferOutput<typeof ToPayRowSchema> | null;
  method: v.InferOutput<typeof PaymentMethodRowSchema> | null;
  /** Every dispute of the payment; none when they may not be read. */
  disputes: readonly DisputeFact[];
  /** There is a dispute, and Stripe refuses to show it to our key. */
  isDisputeUnread: boolean;
  /** What Stripe kept of it, in minor units of the order's currency; null when this was not asked or not told. */
  feeMinor: number | null;
  /** What of it is a tax. */
  feeTaxMinor: number | null;
  /** What was paid where it is not the order's total. */
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
/** What a checkout of a cart turned out to be; see `open_order` in `48_orders.sql`. */
export type OpenedOrder = v.InferOutput<typeof OpenedSchema>;

export type Draft = {
  /** Null without an account; then `guestDigest` names the buyer. */
  uid: string | null;
  guestDigest: string | null;
  /** What the other tabs of that guest's browser have in common with this one; null where nothing is known of it. */
  browserDigest: string | null;
  email: string;
  name: string;
  locale: string;
  currency: string;
  attemptId: string;
  termsVersion: string;
  quote: Quote;
  /** What of it is a present beside the copies after the first of a book. */
  gifts: Readonly<Record<string, GiftChoice>>;
  /** The total that the buyer saw, in minor units; null when that is not known. */
  seenMinor: number | null;
  /** The buyer knows that the same was bought today. */
  isAgain: boolean;
  promotions: Promotions;
  /** Names of the visit's source and campaign; null when nothing is told of it. */
  cameFrom: { source: string; campaign: string } | null;
  ui: CheckoutUi;
  /** When this checkout asked first, as the answer said; null for the first question. */
  askedAt: string | null;
};

/** A quote as the database stores it: amounts in minor units of the order's currency. */
const toQuoteRow = ({ copies, subtotal, discounts, total }: Quote) => ({
  copies: copies.map(({ list, now, paid, ...copy }) => ({ ...copy, list: list.minor, now: now.minor, paid: paid.minor })),
  subtotal: subtotal.minor,
  discounts: discounts.map(({ amount, ...discount }) => ({ ...discount, minor: amount.minor })),
  total: total.minor,
});

/** Decides what a checkout of a cart is, and writes the draft of a new one. */
export async function openOrder(
  data: Data,
  { uid, email, name, quote, seenMinor: seen, isAgain: again, ...draft }: Draft,
): Promise<OpenedOrder> {
  const buyer = { buyerUid: uid, buyerEmail: email, buyerName: name };
  return v.parse(OpenedSchema, await data.sql.openOrder({ ...buyer, ...draft, quote: { ...toQuoteRow(quote), seen, again } }));
}

export const getOrderBySession = async (data: Data, sessionId: string): Promise<OrderRow | null> =>
  v.parse(v.nullable(OrderRowSchema), await data.sql.getOrderBySession({ sessionId }));

/** What was bought in that session, if without an account in this browser. */
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

/** Announces a payment sync; null when no order has this session, nor `orderId` is waiting for one. */
export const beginPaymentSync = async (data: Data, sessionId: string, orderId: string | null): Promise<v.InferOutput<typeof SyncSchema>> =>
  v.parse(SyncSchema, await data.sql.beginPaymentSync({ sessionId, orderId }));

/** What an order is by the payment provider's word. */
export type PaymentState = {
  state: OrderState;
  paymentIntentId: string | null;
  /** What arrived at the buyer; not what is still on its way. */
  refundedMinor: number;
  /** What is on its way back to the buyer. */
  refundPendingMinor: number;
  /** When the money came, as ISO text; null before. */
  paidAt: string | null;
  /** ISO 3166 code that the buyer gave with the payment. */
  country: string | null;
};

export type Settlement = PaymentState & {
  /** What Stripe says of the refunds that an admin asked for. */
  refunds: readonly { id: string; state: string; waitsFor: string | null; obstacle: string | null }[];
  facts: PaymentFacts;
};

const SettledSchema = v.object({ applied: v.boolean(), mailed: v.boolean(), order: OrderRowSchema });

/** Makes an order what a payment sync said. `applied` is false when a newer one was there first. */
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
