import { expect, test } from 'vitest';
import { deriveRefundStanding } from './refund-standing.ts';

test.each([
  [{ status: 'succeeded' }, 'done', null, null],
  [{ status: 'pending', pending_reason: 'processing' }, 'pending', 'bank', null],
  [{ status: 'pending', pending_reason: 'insufficient_funds' }, 'pending', 'balance', null],
  [{ status: 'requires_action' }, 'pending', 'buyer', null],
  [{ status: 'canceled' }, 'failed', null, 'canceled'],
  [{ status: 'failed', failure_reason: 'expired_or_canceled_card' }, 'failed', null, 'returned'],
  [{ status: 'failed', failure_reason: 'insufficient_funds' }, 'failed', null, 'balance'],
  [{ status: 'failed', failure_reason: 'charge_for_pending_refund_disputed' }, 'failed', null, 'disputed'],
  [{ status: 'failed' }, 'failed', null, 'returned'],
] as const)('the refund %j of Stripe is %s', (facts, state, waitsFor, obstacle) => {
  expect(deriveRefundStanding('r', facts)).toEqual({ id: 'r', state, waitsFor, obstacle });
});
