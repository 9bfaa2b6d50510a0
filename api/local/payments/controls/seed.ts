import { customerDetails, emptySession } from '../checkout/create-session.ts';
import { cardDetails } from '../checkout/details.ts';
import { methodsFor } from '../checkout/payment-methods.ts';
import { findTestCard } from '../checkout/test-cards.ts';
import { invalid } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Local } from '../local.ts';
import { newCharge } from '../objects/charge.ts';
import { decided, newDispute } from '../objects/dispute.ts';
import { newPaymentIntent } from '../objects/payment-intent.ts';
import { createPrice } from '../objects/product.ts';
import { newRefund } from '../objects/refund.ts';
import type { Checkout } from '../store/store.ts';
import type { LineItem, Session } from '../wire.ts';
import type { PastPayment } from './bodies.ts';

const DAY = 24 * 60 * 60;

/** Returns `pi_demo_1` for `cs_test_demo_1`, so that every seeding gives the same ids. */
const derived = (prefix: string, sessionId: string) => sessionId.replace(/^cs_test/, prefix);

function lineOf(local: Local, payment: PastPayment, line: PastPayment['lines'][number]): LineItem {
  const total = line.unitAmount * line.quantity;
  const price = createPrice(local, { currency: payment.currency, unit_amount: line.unitAmount, product_data: { name: line.name } });
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: payment.currency,
    description: line.name,
    metadata: {},
    price,
    quantity: line.quantity,
  };
}

/**
 * Inserts one past card payment without events: session, intent, charge and, if given, its refund or dispute. An existing session stays
 * unchanged. Returns whether the session was new.
 */
export function insertPastPayment(local: Local, payment: PastPayment): boolean {
  const { store } = local;
  if (store.sessions.get(payment.session)) return false;
  const card = findTestCard('4242424242424242');
  if (!card) throw new Error('the accepted test card is gone');
  // All parts of the payment get the same time.
  const then: Local = { ...local, seconds: () => payment.created };
  const lineItems = payment.lines.map((line) => lineOf(then, payment, line));
  const total = lineItems.reduce((sum, line) => sum + line.amount_total, 0);
  if (payment.refunded?.amount !== undefined && payment.refunded.amount > total) throw invalid('More refunded than paid.', 'refunded');

  const checkout: Checkout = {
    id: payment.session,
    lineItems,
    intent: { metadata: payment.metadata, description: null, receiptEmail: null },
    challenge: null,
    delayedMethod: null,
  };
  const opened: Session = {
    ...emptySession,
    id: payment.session,
    amount_subtotal: total,
    amount_total: total,
    client_reference_id: payment.clientReferenceId ?? null,
    created: payment.created,
    currency: payment.currency,
    customer_details: customerDetails(payment.email, payment.name),
    expires_at: payment.created + DAY,
    metadata: payment.metadata,
    payment_method_types: methodsFor(payment.currency, true),
    success_url: null,
    url: null,
  };
  const intent = {
    ...newPaymentIntent(opened, checkout, 'card', payment.created),
    id: payment.paymentIntent ?? derived('pi', payment.session),
    status: 'succeeded' as const,
    amount_received: total,
  };
  const refunded = payment.refunded ? (payment.refunded.amount ?? total) : 0;
  const charge = {
    ...newCharge(opened, intent, payment.created, { status: 'succeeded', details: cardDetails(card, false) }),
    id: payment.charge ?? derived('ch', payment.session),
    amount_refunded: refunded,
    refunded: refunded === total,
    disputed: payment.disputed !== undefined,
  };
  if (payment.refunded) store.refunds.put(newRefund(charge, refunded, payment.refunded.created, 'requested_by_customer'));
  if (payment.disputed) {
    const { id = derived('du', payment.session), status, created } = payment.disputed;
    const dispute = newDispute(charge, { reason: 'fraudulent', created, id });
    store.disputes.put(status === 'needs_response' ? dispute : decided(dispute, status, created));
  }
  store.checkouts.put(checkout);
  store.charges.put(charge);
  store.intents.put({ ...intent, latest_charge: charge.id });
  // The session is stored last, so that an interrupted seeding inserts this payment again.
  store.sessions.put({ ...opened, payment_intent: intent.id, payment_status: 'paid', status: 'complete' });
  return true;
}
