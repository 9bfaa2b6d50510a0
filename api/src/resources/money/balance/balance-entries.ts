import { toInstant } from '@site/shared/dates/dates.ts';
import type Stripe from 'stripe';
import { feesOf, toChargeCurrency } from '../payments/payment-facts.ts';

type PaymentFee = { payment_intent_id: string; fee_minor: number; tax_minor: number };
/** The amount that a dispute took (below zero) or gave back, in minor units of the order's currency. */
type DisputeTransaction = { id: string; payment_intent_id: string; net_minor: number; happened_at: string };

const sourceOf = ({ source }: Stripe.BalanceTransaction) => (typeof source === 'object' ? source : null);
const idOf = (intent: string | { id: string } | null): string | null => (typeof intent === 'string' ? intent : (intent?.id ?? null));

/** Returns Stripe's fee for the payment of a balance entry, or null when the entry is not a payment. */
export function paymentFeeOf(entry: Stripe.BalanceTransaction): PaymentFee | null {
  const charge = sourceOf(entry);
  if (charge?.object !== 'charge' || entry.reporting_category !== 'charge' || entry.amount <= 0) return null;
  const id = idOf(charge.payment_intent);
  if (id === null) return null;
  const { fee, tax } = feesOf(entry, charge);
  return { payment_intent_id: id, fee_minor: fee, tax_minor: tax };
}

/** Returns what a dispute took or gave back in a balance entry, or null when the entry is not of a dispute. */
export function disputeTransactionOf(entry: Stripe.BalanceTransaction): DisputeTransaction | null {
  const dispute = sourceOf(entry);
  if (dispute?.object !== 'dispute' || entry.amount === 0) return null;
  const id = idOf(dispute.payment_intent);
  if (id === null) return null;
  const net = toChargeCurrency(entry.net, entry, dispute);
  return { id: entry.id, payment_intent_id: id, net_minor: net, happened_at: toInstant(new Date(entry.created * 1_000)) };
}
