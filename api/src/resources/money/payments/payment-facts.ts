import { DISPUTE_REASONS } from '@site/shared/contracts/admin-orders.ts';
import type { DISPUTE_STATES, PAYMENT_METHODS } from '@site/shared/contracts/orders.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import type Stripe from 'stripe';
import type { DisputeFact, PaymentFacts } from '../orders/orders.service.ts';
import { chargeOf, intentOf, isPaid } from './payment-state.ts';

const at = (unixSeconds: number): string => toInstant(new Date(unixSeconds * 1_000));

/** Returns the boleto or Pix that the buyer was shown and can still pay. */
function toPayOf(session: Stripe.Checkout.Session): PaymentFacts['toPay'] {
  const { boleto_display_details: boleto, pix_display_qr_code: pix } = intentOf(session)?.next_action ?? {};
  if (boleto) {
    const { number, hosted_voucher_url: url, pdf, expires_at: until } = boleto;
    return { with: 'boleto', by: until === null ? null : at(until), code: number, url, pdf_url: pdf };
  }
  if (!pix) return null;
  const { data = null, hosted_instructions_url: url = null, expires_at: until } = pix;
  return { with: 'pix', by: until === undefined ? null : at(until), code: data, url, pdf_url: null };
}

const methods: Readonly<Record<string, (typeof PAYMENT_METHODS)[number]>> = {
  card: 'card',
  boleto: 'boleto',
  pix: 'pix',
  us_bank_account: 'bank_debit',
  nz_bank_account: 'bank_debit',
  sepa_debit: 'bank_debit',
};

/** Returns the payment method. Null before the payment. */
function methodOf(session: Stripe.Checkout.Session): PaymentFacts['method'] {
  const details = isPaid(session) && session.payment_status !== 'no_payment_required' ? chargeOf(session)?.payment_method_details : null;
  if (!details) return null;
  return { type: methods[details.type] ?? 'other', brand: details.card?.brand ?? null, last4: details.card?.last4 ?? null };
}

const states: Readonly<Record<string, (typeof DISPUTE_STATES)[number]>> = {
  needs_response: 'needs_response',
  warning_needs_response: 'needs_response',
  appeal_needs_response: 'needs_response',
  under_review: 'under_review',
  warning_under_review: 'under_review',
  appeal_under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  warning_closed: 'closed',
  prevented: 'closed',
};

function toDisputeFact(dispute: Stripe.Dispute): DisputeFact {
  const { id, reason, status, amount, currency, created, evidence_details: evidence } = dispute;
  return {
    id,
    reason: DISPUTE_REASONS.find((known) => known === reason) ?? 'general',
    // An unknown new status is shown as needing a person's response.
    state: states[status] ?? 'needs_response',
    amount_minor: amount,
    currency: currency.toUpperCase(),
    // 0 or undefined when the dispute cannot be answered.
    due_by: evidence.due_by ? at(evidence.due_by) : null,
    is_refundable: dispute.is_charge_refundable,
    is_answered: evidence.submission_count > 0,
    opened_at: at(created),
  };
}

/** Converts an amount of a balance entry, which is in the currency of the Stripe account, to the currency of the charge or dispute `of`. */
export const toChargeCurrency = (minor: number, entry: { amount: number }, of: { amount: number }): number =>
  Math.round((minor * of.amount) / Math.abs(entry.amount));

/** Returns Stripe's fee for a payment and the tax within it, in the charge's currency. */
export function feesOf(entry: Stripe.BalanceTransaction, charge: { amount: number }): { fee: number; tax: number } {
  const tax = entry.fee_details.reduce((sum, { type, amount }) => (type === 'tax' ? sum + amount : sum), 0);
  return { fee: toChargeCurrency(entry.fee, entry, charge), tax: toChargeCurrency(tax, entry, charge) };
}

function feeFactsOf(
  session: Stripe.Checkout.Session,
  entry: Stripe.BalanceTransaction | null,
): Pick<PaymentFacts, 'feeMinor' | 'feeTaxMinor'> {
  const charge = chargeOf(session);
  if (!charge || !entry || entry.amount <= 0) return { feeMinor: null, feeTaxMinor: null };
  const { fee, tax } = feesOf(entry, charge);
  return { feeMinor: fee, feeTaxMinor: tax };
}

/**
 * Returns the facts of a payment in addition to its state. `disputes` is null when the key may not read them, `transaction` when it is
 * unknown.
 */
export const derivePaymentFacts = (
  session: Stripe.Checkout.Session,
  disputes: readonly Stripe.Dispute[] | null,
  transaction: Stripe.BalanceTransaction | null,
): PaymentFacts => ({
  toPay: toPayOf(session),
  method: methodOf(session),
  disputes: (disputes ?? []).map(toDisputeFact),
  isDisputeUnread: disputes === null,
  ...feeFactsOf(session, transaction),
  received: null,
});
