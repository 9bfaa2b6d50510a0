import type { OrderState } from '@site/shared/contracts/orders.ts';
import type Stripe from 'stripe';
import type { PaymentState } from '../orders/orders.service.ts';

/**
 * What Stripe says of one payment at one moment: its session with `payment_intent.latest_charge` expanded, its refunds, its disputes, null
 * when it refuses to show them, and its entry in the balance, if that was read.
 */
export type PaymentSnapshot = {
  session: Stripe.Checkout.Session;
  disputes: readonly Pick<Stripe.Dispute, 'status'>[] | null;
  refunds: readonly Pick<Stripe.Refund, 'status' | 'amount'>[];
  transaction: Pick<Stripe.BalanceTransaction, 'created'> | null;
};

/** A charge stays `disputed` for good, so that of one whose disputes are not shown only the worst can be believed. */
const isDisputed = ({ session, disputes }: PaymentSnapshot): boolean =>
  disputes === null ? chargeOf(session)?.disputed === true : disputes.some((dispute) => !SETTLED_DISPUTES.has(dispute.status));

/** Disputes that ended without taking the money: the buyer reads again. */
const SETTLED_DISPUTES: ReadonlySet<string> = new Set(['won', 'warning_closed', 'prevented'] satisfies Stripe.Dispute.Status[]);
/** The money of a delayed method did not come and will not come by this intent. */
const GIVEN_UP: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled'] satisfies Stripe.PaymentIntent.Status[]);

const COUNTRY = /^[A-Z]{2}$/;

const expanded = <Value extends object>(value: Value | string | null | undefined): Value | null =>
  typeof value === 'object' && value !== null ? value : null;

/** The session's payment intent, read with it. */
export const intentOf = (session: Stripe.Checkout.Session): Stripe.PaymentIntent | null => expanded(session.payment_intent);

/** The charge that paid the session, read with it. */
export const chargeOf = (session: Stripe.Checkout.Session): Stripe.Charge | null => expanded(intentOf(session)?.latest_charge);

/** Whether the money is there, or none was due. The intent is asked too: money that comes late finds its session over. */
export const isPaid = (session: Stripe.Checkout.Session): boolean =>
  (session.status === 'complete' && session.payment_status !== 'unpaid') || intentOf(session)?.status === 'succeeded';

/** Refunds that Stripe has not finished; they may still fail (docs.stripe.com/refunds#refund-object). */
const UNDER_WAY: ReadonlySet<unknown> = new Set(['pending', 'requires_action']);

export const isUnderWay = ({ status }: Pick<Stripe.Refund, 'status'>): boolean => UNDER_WAY.has(status);

/** Stripe's charge counts a refund from its beginning, so the amounts are those of the refunds themselves. */
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
    // The page stays open while it shows a Pix, and when that was not paid in time.
    if (session.status !== 'complete') return intentOf(session)?.next_action?.pix_display_qr_code ? 'waiting' : 'open';
    return GIVEN_UP.has(intentOf(session)?.status ?? '') ? 'failed' : 'waiting';
  }
  const charge = chargeOf(session);
  const { refundedMinor } = sumRefunds(snapshot);
  if (charge && refundedMinor > 0 && refundedMinor >= charge.amount) return 'refunded';
  if (isDisputed(snapshot)) return 'disputed';
  return refundedMinor > 0 ? 'partly_refunded' : 'paid';
}

/** The order's state, from what Stripe says now; no event and no earlier state is asked (docs.stripe.com/checkout/fulfillment). */
export function derivePaymentState(snapshot: PaymentSnapshot): PaymentState {
  const { session, transaction } = snapshot;
  const state = deriveState(snapshot);
  const charge = chargeOf(session);
  const hasMoney = isPaid(session);
  return {
    state,
    paymentIntentId: intentOf(session)?.id ?? (typeof session.payment_intent === 'string' ? session.payment_intent : null),
    ...sumRefunds(snapshot),
    // A bank's debit is charged days before its money is there, with which its entry in the balance is made.
    paidAt: hasMoney ? new Date((transaction?.created ?? charge?.created ?? session.created) * 1_000).toISOString() : null,
    country: (hasMoney && COUNTRY.exec(session.customer_details?.address?.country ?? '')?.[0]) || null,
  };
}
