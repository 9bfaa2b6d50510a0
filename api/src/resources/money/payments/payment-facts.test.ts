import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { derivePaymentFacts } from './payment-facts.ts';

const session = { payment_intent: null, payment_status: 'unpaid' } as unknown as Stripe.Checkout.Session;
const aDispute = (changes: object, evidence: object = {}) =>
  ({
    id: 'du_1',
    reason: 'fraudulent',
    status: 'needs_response',
    amount: 2_990,
    currency: 'brl',
    created: 1_790_000_000,
    evidence_details: { due_by: 1_790_604_800, submission_count: 0, ...evidence },
    is_charge_refundable: false,
    ...changes,
  }) as unknown as Stripe.Dispute;
const factsOf = (...disputes: Stripe.Dispute[]) => derivePaymentFacts(session, disputes, null).disputes;

test('a dispute is stored with reason, amount, state and deadline', () => {
  expect(factsOf(aDispute({}))).toEqual([
    {
      id: 'du_1',
      reason: 'fraudulent',
      state: 'needs_response',
      amount_minor: 2_990,
      currency: 'BRL',
      due_by: '2026-09-28T14:13:20.000Z',
      is_refundable: false,
      is_answered: false,
      opened_at: '2026-09-21T14:13:20.000Z',
    },
  ]);
});

test.each([
  [{ due_by: 0 }, { due_by: null }],
  [{ due_by: null }, { due_by: null }],
  [{ submission_count: 1 }, { is_answered: true }],
])('the evidence %j of a dispute is read as %j', (evidence, fact) => expect(factsOf(aDispute({}, evidence))).toMatchObject([fact]));

test('an unknown reason or status of a dispute needs an answer by a person', () => {
  expect(factsOf(aDispute({ reason: 'moonlight', status: 'pondered' }))).toMatchObject([{ reason: 'general', state: 'needs_response' }]);
});

test('disputes that the API key may not read are marked as unread', () => {
  expect(derivePaymentFacts(session, null, null)).toMatchObject({ disputes: [], isDisputeUnread: true });
});
