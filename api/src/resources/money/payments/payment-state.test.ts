import fc from 'fast-check';
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { derivePaymentState } from './payment-state.ts';

type Part = {
  status?: string;
  payment_status?: string;
  intent?: string;
  /** The intent's status in a session that did not complete. */
  lateIntent?: string;
  isPixShown?: boolean;
  refunded?: number;
  pending?: number;
  failed?: number;
  disputed?: boolean;
};

const TOTAL = 2_990;

/** A Stripe session with the fields that decide the state. */
function aSession({
  status = 'complete',
  payment_status = 'paid',
  intent = 'succeeded',
  lateIntent,
  isPixShown = false,
  refunded = 0,
  pending = 0,
  disputed = false,
}: Part): Stripe.Checkout.Session {
  // Stripe's refunded amount of a charge includes refunds under way.
  const amount_refunded = refunded + pending;
  const charge = { id: 'ch_1', created: 1_790_000_000, amount: TOTAL, amount_refunded, refunded: amount_refunded === TOTAL, disputed };
  const paid = payment_status === 'paid';
  return {
    id: 'cs_test_1',
    created: 1_789_999_000,
    status,
    payment_status,
    payment_intent: {
      id: 'pi_1',
      status: paid || status === 'complete' ? intent : (lateIntent ?? 'requires_payment_method'),
      latest_charge: paid || lateIntent === 'succeeded' ? charge : null,
      next_action: isPixShown ? { type: 'pix_display_qr_code', pix_display_qr_code: {} } : null,
    },
  } as unknown as Stripe.Checkout.Session;
}

const refundsOf = ({ refunded = 0, pending = 0, failed = 0 }: Part) =>
  [
    { status: 'succeeded', amount: refunded },
    { status: 'pending', amount: Math.floor(pending / 2) },
    { status: 'requires_action', amount: Math.ceil(pending / 2) },
    { status: 'failed', amount: failed },
    { status: 'canceled', amount: failed },
  ].filter(({ amount }) => amount > 0);

const stateOf = (part: Part, ...disputes: Stripe.Dispute.Status[]) =>
  derivePaymentState({
    session: aSession(part),
    disputes: disputes.map((status) => ({ status })),
    refunds: refundsOf(part),
    transaction: null,
  });

describe('the state of an order', () => {
  test.each([
    ['open', { status: 'open', payment_status: 'unpaid' }, []],
    ['expired', { status: 'expired', payment_status: 'unpaid' }, []],
    ['waiting', { status: 'open', payment_status: 'unpaid', lateIntent: 'requires_action', isPixShown: true }, []],
    ['open', { status: 'open', payment_status: 'unpaid', lateIntent: 'requires_action' }, []],
    ['paid', { status: 'expired', payment_status: 'unpaid', lateIntent: 'succeeded' }, []],
    ['waiting', { payment_status: 'unpaid', intent: 'requires_action' }, []],
    ['waiting', { payment_status: 'unpaid', intent: 'processing' }, []],
    ['failed', { payment_status: 'unpaid', intent: 'requires_payment_method' }, []],
    ['failed', { payment_status: 'unpaid', intent: 'canceled' }, []],
    ['paid', {}, []],
    ['paid', { payment_status: 'no_payment_required' }, []],
    ['partly_refunded', { refunded: 1_000 }, []],
    ['refunded', { refunded: TOTAL }, []],
    ['paid', { pending: TOTAL }, []],
    ['paid', { failed: TOTAL }, []],
    ['partly_refunded', { refunded: 1_000, pending: 1_990 }, []],
    ['disputed', { disputed: true }, ['needs_response']],
    ['disputed', { disputed: true }, ['under_review']],
    ['disputed', { disputed: true }, ['lost']],
    ['paid', { disputed: true }, ['won']],
    ['paid', { disputed: true }, ['warning_closed']],
    ['paid', { disputed: true }, ['prevented']],
    ['disputed', { disputed: true }, ['won', 'needs_response']],
    ['partly_refunded', { refunded: 1_000, disputed: true }, ['won']],
    ['disputed', { refunded: 1_000, disputed: true }, ['needs_response']],
    ['refunded', { refunded: TOTAL, disputed: true }, ['lost']],
  ] as const)("an order's state is %s for %j with disputes %j", (state, part, disputes) => {
    expect(stateOf(part, ...disputes).state).toBe(state);
  });

  test('the derived state of an order contains the refunded amount and the time of the payment', () => {
    expect(stateOf({ refunded: 1_000 })).toEqual({
      state: 'partly_refunded',
      paymentIntentId: 'pi_1',
      refundedMinor: 1_000,
      refundPendingMinor: 0,
      paidAt: '2026-09-21T14:13:20.000Z',
      country: null,
    });
  });

  test('the derived state of a paid order contains the country that the buyer entered', () => {
    const from = (country: unknown, part: Part = {}) =>
      derivePaymentState({
        session: { ...aSession(part), customer_details: { address: { country } } } as Stripe.Checkout.Session,
        disputes: [],
        refunds: [],
        transaction: null,
      }).country;
    expect([from('BR'), from(null), from('Brasil'), from('BR', { payment_status: 'unpaid', intent: 'processing' })]).toEqual([
      'BR',
      null,
      null,
      null,
    ]);
  });

  test('an order separates completed from pending refunds, and ignores failed ones', () => {
    expect(stateOf({ refunded: 500, pending: 1_001, failed: 800 })).toMatchObject({ refundedMinor: 500, refundPendingMinor: 1_001 });
  });

  test('an unpaid order has no time of payment', () => {
    for (const payment_status of ['unpaid'])
      expect(stateOf({ payment_status, intent: 'processing' })).toMatchObject({ paidAt: null, refundedMinor: 0 });
  });

  test("an order's state depends only on the data read from Stripe", () => {
    const part = fc.record({
      status: fc.constantFrom('open', 'complete', 'expired'),
      payment_status: fc.constantFrom('paid', 'unpaid', 'no_payment_required'),
      intent: fc.constantFrom('succeeded', 'processing', 'requires_action', 'requires_payment_method', 'canceled'),
      refunded: fc.integer({ min: 0, max: TOTAL }),
      disputed: fc.boolean(),
    });
    fc.assert(
      fc.property(part, fc.constantFrom<Stripe.Dispute.Status[]>([], ['won'], ['lost'], ['needs_response']), (given, disputes) => {
        const first = stateOf(given, ...disputes);
        expect(stateOf(given, ...disputes)).toEqual(first);
        expect(first.paidAt === null).toBe(['open', 'waiting', 'failed', 'expired'].includes(first.state));
      }),
    );
  });
});
