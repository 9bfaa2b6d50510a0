import type { OrderState } from '@site/shared/contracts/orders.ts';
import type Stripe from 'stripe';
import type { PaymentState } from '../orders/orders.service.ts';

/**
 * Stripe's data about one payment at one moment: the session with `payment_intent.latest_charge` expanded, the refunds, the disputes (null
 * when the key may not read them), and the balance entry, if it was read.
 */
export type PaymentSnapshot = {
  session: Stripe.Checkout.Session;
  disputes: readonly Pick<Stripe.Dispute, 'status'>[] | null;
  refunds: readonly Pick<Stripe.Refund, 'status' | 'amount'>[];
  transaction: Pick<Stripe.BalanceTransaction, 'created'> | null;
};

/** A charge stays `disputed` forever. If the charge's disputes cannot be read, assume that a dispute is open or lost. */
const isDisputed = ({ session, disputes }: PaymentSnapshot): boolean =>
  disputes === null ? chargeOf(session)?.disputed === true : disputes.some((dispute) => !SETTLED_DISPUTES.has(dispute.status));

/** Disputes that ended without taking the money. The buyer may read the books again. */
const SETTLED_DISPUTES: ReadonlySet<string> = new Set(['won', 'warning_closed', 'prevented'] satisfies Stripe.Dispute.Status[]);
/** A delayed payment failed, so this intent will receive no more money. */
const GIVEN_UP: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled'] satisfies Stripe.PaymentIntent.Status[]);

const COUNTRY = /^[A-Z]{2}$/;

const expanded = <Value extends object>(value: Value | string | null | undefined): Value | null =>
  typeof value === 'object' && value !== null ? value : null;

/** Returns the session's payment intent, if Stripe's answer contains the expanded intent. */
export const intentOf = (session: Stripe.Checkout.Session): Stripe.PaymentIntent | null => expanded(session.payment_intent);

/** Returns the charge that paid the session, if Stripe's answer contains the expanded charge. */
export const chargeOf = (session: Stripe.Checkout.Session): Stripe.Charge | null => expanded(intentOf(session)?.latest_charge);

/**
 * Returns whether the money has arrived, or no money was due. Reads the intent in addition to the session, because late money arrives after
 * the session has ended.
 */
export const isPaid = (session: Stripe.Checkout.Session): boolean =>
  (session.status === 'complete' && session.payment_status !== 'unpaid') || intentOf(session)?.status === 'succeeded';

/** Refunds that Stripe has not finished and that may still fail (docs.stripe.com/refunds#refund-object). */
const UNDER_WAY: ReadonlySet<unknown> = new Set(['pending', 'requires_action']);

export const isUnderWay = ({ status }: Pick<Stripe.Refund, 'status'>): boolean => UNDER_WAY.has(status);

/** Sums the refunds themselves: the charge's own total counts a refund from its start. */
function sumRefunds({ refunds }: PaymentSnapshot): Pick<PaymentState, 'refundedMinor' | 'refundPendingMinor'> {
  const sumOf = (some: PaymentSnapshot['refunds']) => some.reduce((sum, { amount }) => sum + amount, 0);
  return {
    refundedMinor: sumOf(refunds.filter(({ status }) => status === 'succeeded')),
    refundPendingMinor: sumOf(refunds.filter(isUnderWay)),
  };
}

function deriveState(snapshot: PaymentSnapshot): OrderState {
  const { session } = snapshot;
  if (!isPaid(session)) {
    if (session.status === 'expired') return 'expired';
    // The session stays open while its page shows a Pix, and after that Pix has expired.
    if (session.status !== 'complete') return intentOf(session)?.next_action?.pix_display_qr_code ? 'waiting' : 'open';
    return GIVEN_UP.has(intentOf(session)?.status ?? '') ? 'failed' : 'waiting';
  }
  const charge = chargeOf(session);
  const { refundedMinor } = sumRefunds(snapshot);
  if (charge && refundedMinor > 0 && refundedMinor >= charge.amount) return 'refunded';
  if (isDisputed(snapshot)) return 'disputed';
  return refundedMinor > 0 ? 'partly_refunded' : 'paid';
}

/**
 * Derives the order's state from Stripe's current data alone, not from events or an earlier state (docs.stripe.com/checkout/fulfillment).
 */
export function derivePaymentState(snapshot: PaymentSnapshot): PaymentState {
  const { session, transaction } = snapshot;
  const state = deriveState(snapshot);
  const charge = chargeOf(session);
  const hasMoney = isPaid(session);
  return {
    state,
    paymentIntentId: intentOf(session)?.id ?? (typeof session.payment_intent === 'string' ? session.payment_intent : null),
    ...sumRefunds(snapshot),
    // A bank debit is charged days before its money arrives. Stripe creates the balance entry when the money arrives.
    paidAt: hasMoney ? new Date((transaction?.created ?? charge?.created ?? session.created) * 1_000).toISOString() : null,
    country: (hasMoney && COUNTRY.exec(session.customer_details?.address?.country ?? '')?.[0]) || null,
  };
}
