import { getTelemetry } from '@site/shared/process/telemetry.ts';
import Stripe from 'stripe';
import { callStripe } from '../../../gateways/stripe/payments.ts';
import type { Deps } from '../../../platform/deps.ts';
import { beginPaymentSync, type OrderRow, type PaymentState, type Settlement, settleOrder } from '../orders/orders.service.ts';
import { derivePaymentFacts } from './payment-facts.ts';
import { chargeOf, derivePaymentState, intentOf } from './payment-state.ts';
import { deriveRefundStanding, type RefundStanding } from './refund-standing.ts';

type FulfilDeps = Pick<Deps, 'data' | 'payments' | 'log' | 'wakeMail'>;

/** Metadata key of a Stripe refund that holds the id of our refund. */
export const REFUND_ID = 'refund_id';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The settlement of a session that no longer exists at Stripe. */
const GONE: Omit<Settlement, 'state'> = {
  paymentIntentId: null,
  refundedMinor: 0,
  refundPendingMinor: 0,
  paidAt: null,
  country: null,
  refunds: [],
  facts: { toPay: null, method: null, disputes: [], isDisputeUnread: false, feeMinor: null, feeTaxMinor: null, received: null },
};

/**
 * Returns the disputes of a payment. Null when our key may not read them: the order is settled anyway, and an alert tells the owner about
 * the missing permission.
 */
async function listDisputes({ payments, log }: FulfilDeps, session: Stripe.Checkout.Session): Promise<Stripe.Dispute[] | null> {
  const intent = intentOf(session);
  if (!intent || !chargeOf(session)?.disputed) return [];
  try {
    return (await callStripe(payments.stripe.disputes.list({ payment_intent: intent.id, limit: 100 })))?.data ?? [];
  } catch (err) {
    if (!(err instanceof Stripe.errors.StripePermissionError)) throw err;
    log.error({ paymentIntentId: intent.id, err }, 'Stripe key may not read disputes');
    return null;
  }
}

/**
 * Returns the balance entry of the payment, which contains the fee. Null before the entry exists and when our key may not read it, because
 * no payment should wait for it.
 */
async function readBalanceTransaction(
  { payments, log }: FulfilDeps,
  session: Stripe.Checkout.Session,
): Promise<Stripe.BalanceTransaction | null> {
  const id = chargeOf(session)?.balance_transaction;
  if (typeof id !== 'string') return null;
  try {
    return await callStripe(payments.stripe.balanceTransactions.retrieve(id));
  } catch (err) {
    if (!(err instanceof Stripe.errors.StripePermissionError)) throw err;
    log.warn({ balanceTransactionId: id, err }, 'Stripe key may not read fees');
    return null;
  }
}

/**
 * Returns every refund of the session's payment, including those made in Stripe's dashboard. `mayHave` means that an admin requested one
 * here.
 */
async function listRefunds({ payments }: FulfilDeps, session: Stripe.Checkout.Session, mayHave: boolean): Promise<Stripe.Refund[]> {
  const intent = intentOf(session);
  if (!intent || !(mayHave || (chargeOf(session)?.amount_refunded ?? 0) > 0)) return [];
  return (
    (await callStripe(payments.stripe.refunds.list({ payment_intent: intent.id, limit: 100 }).autoPagingToArray({ limit: 1_000 }))) ?? []
  );
}

/** Returns the state of the refunds that were requested here. */
const toStandings = (refunds: readonly Stripe.Refund[]): RefundStanding[] =>
  refunds.flatMap((refund) => {
    const id = refund.metadata?.[REFUND_ID] ?? '';
    return UUID.test(id) ? [deriveRefundStanding(id, refund)] : [];
  });

type Known = NonNullable<Awaited<ReturnType<typeof beginPaymentSync>>>;

/**
 * Turns a payment of a wrong amount into an unpaid order. Nothing is delivered for it. The order waits until the owner refunds the payment
 * at Stripe.
 */
const refuseAmount = (payment: PaymentState): PaymentState => ({
  ...payment,
  state: payment.state === 'refunded' ? 'failed' : 'waiting',
  refundedMinor: 0,
  refundPendingMinor: 0,
  paidAt: null,
});

async function readPayment(deps: FulfilDeps, sessionId: string, { order, ...known }: Known): Promise<Settlement> {
  const session = await callStripe(
    deps.payments.stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }),
  );
  if (!session) {
    deps.log.warn({ orderId: order.id, sessionId, state: order.state }, 'Stripe does not know the payment session');
    if (known.state_if_gone !== null) return { ...GONE, state: known.state_if_gone };
    throw new Error(`Stripe does not know ${sessionId} of the ${order.state} order ${order.id}`);
  }
  const refunds = await listRefunds(deps, session, known.has_refunds);
  const disputes = await listDisputes(deps, session);
  const transaction = known.has_fee ? null : await readBalanceTransaction(deps, session);
  const payment = derivePaymentState({ session, disputes, refunds, transaction });
  const facts = derivePaymentFacts(session, disputes, transaction);
  if (payment.paidAt === null || (session.amount_total === order.total_minor && session.currency === order.currency.toLowerCase())) {
    return { ...payment, refunds: toStandings(refunds), facts };
  }
  deps.log.error({ orderId: order.id, sessionId }, 'the paid amount differs from the order');
  const received = { minor: session.amount_total ?? 0, currency: (session.currency ?? order.currency).toUpperCase() };
  return { ...refuseAmount(payment), refunds: [], facts: { ...facts, feeMinor: null, feeTaxMinor: null, disputes: [], received } };
}

/** Returns the order for which Stripe made the session. Needed when the order never learned the session's id. */
async function findOrderId({ payments }: FulfilDeps, sessionId: string): Promise<string | null> {
  const session = await callStripe(payments.stripe.checkout.sessions.retrieve(sessionId));
  const orderId = session?.client_reference_id ?? '';
  return UUID.test(orderId) ? orderId : null;
}

/**
 * Updates the order of a payment session to Stripe's current state: order state, entitlements and email in one transaction. Safe to call at
 * any time, repeatedly, and from several processes at once. Returns the order, or null when no order has this session. Throws
 * `payment_unavailable` and `service_unavailable`.
 */
export async function fulfil(deps: FulfilDeps, sessionId: string): Promise<OrderRow | null> {
  let begun = await beginPaymentSync(deps.data, sessionId, null);
  if (!begun) {
    const orderId = await findOrderId(deps, sessionId);
    begun = orderId === null ? null : await beginPaymentSync(deps.data, sessionId, orderId);
  }
  if (!begun) {
    deps.log.warn({ sessionId }, 'payment session without an order');
    return null;
  }
  // The sync starts before Stripe is called, so a sync that started later has seen at least as much as this one.
  const settlement = await readPayment(deps, sessionId, begun);
  const { applied, mailed, order } = await settleOrder(deps.data, begun.order.id, begun.sync_no, settlement);
  if (mailed) deps.wakeMail();
  if (applied && order.state !== begun.order.state) {
    getTelemetry().count('shop.orders.settled', { state: order.state, currency: order.currency });
    deps.log.info(
      { orderId: order.id, from: begun.order.state, to: order.state, totalMinor: order.total_minor, currency: order.currency },
      'order settled',
    );
  }
  return order;
}
