import { newId } from '../ids.ts';
import type { Charge, PaymentIntent, Session } from '../wire.ts';

type Outcome = {
  status: 'succeeded' | 'pending' | 'failed';
  details: Charge['payment_method_details'];
  failure?: { code: string; message: string };
};

/** Returns a new charge: one attempt to take the money of `intent`. */
export function newCharge(session: Session, intent: PaymentIntent, created: number, { status, details, failure }: Outcome): Charge {
  const isTaken = status !== 'failed';
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isTaken ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: status === 'succeeded' ? newId('txn') : null,
    billing_details: {
      address: null,
      email: session.customer_details?.email ?? null,
      name: session.customer_details?.name ?? null,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: null,
    captured: isTaken,
    created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: null,
    payment_method_details: details,
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: null,
  };
}
