import type Stripe from 'stripe';
import { formatAmount } from '../currencies.ts';
import { invalid, missing, refused } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Local } from '../local.ts';
import type { Cause } from '../webhooks/events.ts';
import type { Charge, Refund } from '../wire.ts';
import { readMetadata } from './metadata.ts';

/**
 * Refunds to this card are `pending` at first (docs.stripe.com/testing). In this stand-in, refunds to this card stay pending until a test
 * changes them.
 */
const SLOW_CARD = '7726';

/** Days in which a Pix payment can be refunded (docs.stripe.com/payments/pix). */
const PIX_REFUND_DAYS = 90;

export type RefundStep = { status: 'succeeded' | 'pending' | 'requires_action' | 'failed' | 'canceled'; reason?: string | undefined };

type Params = Pick<Stripe.RefundCreateParams, 'amount' | 'charge' | 'metadata' | 'payment_intent' | 'reason'>;

function chargeOf({ store }: Local, params: Params): Charge {
  if (params.charge) {
    const charge = store.charges.get(params.charge);
    if (!charge) throw missing('charge', params.charge, 'charge');
    return charge;
  }
  if (!params.payment_intent) {
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.', 'payment_intent');
  }
  const intent = store.intents.get(params.payment_intent);
  if (!intent) throw missing('payment_intent', params.payment_intent, 'payment_intent');
  const charge = intent.latest_charge ? store.charges.get(intent.latest_charge) : undefined;
  if (!charge) throw refused(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  return charge;
}

/** Returns a new refund of `amount` of the charge, without storing it. */
export function newRefund(charge: Charge, amount: number, created: number, reason: Refund['reason']): Refund {
  const isSlow = charge.payment_method_details?.card?.last4 === SLOW_CARD;
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: null,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isSlow ? 'pending' : 'succeeded',
    ...(isSlow && { pending_reason: 'processing' }),
    transfer_reversal: null,
  };
}

/** Refunds `amount` of the charge, by default all that is left. `announced` resolves when its events were answered. */
export function createRefund(local: Local, params: Params, cause?: Cause): { refund: Refund; announced: Promise<void> } {
  const metadata = readMetadata(params.metadata, 'metadata');
  const { amount: wanted } = params;
  if (wanted !== undefined && (!Number.isSafeInteger(wanted) || wanted < 1)) {
    throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer');
  }
  const charge = chargeOf(local, params);
  if (charge.status !== 'succeeded') throw refused('This payment has not succeeded, so it cannot be refunded.');
  if (charge.payment_method_details?.type === 'boleto') {
    // Boleto payments cannot be refunded through Stripe (docs.stripe.com/payments/boleto).
    throw refused('Charges made with boleto cannot be refunded.', 'charge_not_refundable', 'charge');
  }
  if (charge.payment_method_details?.type === 'pix' && local.seconds() - charge.created > PIX_REFUND_DAYS * 86_400) {
    throw refused(`Charges made with Pix cannot be refunded after ${PIX_REFUND_DAYS} days.`, 'charge_not_refundable', 'charge');
  }
  const disputes = local.store.disputes.values().filter((dispute) => dispute.charge === charge.id);
  if (disputes.some((dispute) => !dispute.is_charge_refundable && !['won', 'prevented', 'warning_closed'].includes(dispute.status))) {
    throw refused('This charge has been charged back; cannot issue a refund.', 'charge_disputed');
  }
  if (charge.refunded) throw refused(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  const left = charge.amount - charge.amount_refunded;
  const amount = wanted ?? left;
  if (amount > left) {
    const text = (minor: number) => formatAmount(minor, charge.currency, 'en');
    throw refused(`Refund amount (${text(amount)}) is greater than unrefunded amount on charge (${text(left)})`, undefined, 'amount');
  }
  const { amount_refunded, refunded } = charge;
  const after = local.store.charges.put({
    ...charge,
    amount_refunded: amount_refunded + amount,
    refunded: amount_refunded + amount === charge.amount,
  });
  const refund = local.store.refunds.put({ ...newRefund(charge, amount, local.seconds(), params.reason ?? null), metadata });
  const options = cause ? { cause } : {};
  const announced = Promise.all([
    local.emit('refund.created', refund, options),
    local.emit('charge.refunded', after, { ...options, previous: { amount_refunded, refunded } }),
  ]);
  return { refund, announced: announced.then(() => {}) };
}

const HAS_ENDED: ReadonlySet<unknown> = new Set(['failed', 'canceled']);

/**
 * Changes the newest refund of a charge: one under way, else a successful one that the bank returns. Stripe counts the amount as refunded
 * from the start, and reverts that when the refund fails. `announced` resolves when its events were answered.
 */
export function moveRefund(local: Local, charge: Charge, { status, reason }: RefundStep): { refund: Refund; announced: Promise<void> } {
  const refunds = local.store.refunds.values().filter((refund) => refund.charge === charge.id && !HAS_ENDED.has(refund.status));
  const moving = refunds.findLast((refund) => refund.status !== 'succeeded') ?? refunds.at(-1);
  if (!moving) throw refused('This payment has no refund that could go on.');
  const { pending_reason: _, ...before } = moving;
  const refund = local.store.refunds.put({
    ...before,
    status,
    ...(status === 'pending' && { pending_reason: reason ?? 'processing' }),
    ...(status === 'failed' && { failure_reason: reason ?? 'unknown', failure_balance_transaction: newId('txn') }),
  });
  if (HAS_ENDED.has(status)) {
    local.store.charges.put({ ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
  }
  const announced = Promise.all([
    local.emit('refund.updated', refund, { previous: { status: moving.status } }),
    ...(status === 'failed' ? [local.emit('refund.failed', refund)] : []),
  ]);
  return { refund, announced: announced.then(() => {}) };
}
