import type { REFUND_OBSTACLES, REFUND_WAITS } from '@site/shared/contracts/admin-orders.ts';
import type Stripe from 'stripe';
import { isUnderWay } from './payment-state.ts';

/** How a refund that was asked for here stands at Stripe. */
export type RefundStanding = {
  id: string;
  state: 'pending' | 'done' | 'failed';
  /** What it waits for while it is `pending`. */
  waitsFor: (typeof REFUND_WAITS)[number] | null;
  /** Why nothing came of it when it is `failed`. */
  obstacle: (typeof REFUND_OBSTACLES)[number] | null;
};

type Facts = Pick<Stripe.Refund, 'status' | 'pending_reason' | 'failure_reason'>;

/** Stripe's reasons of a refund that failed (docs.stripe.com/api/refunds/object); every other one is the bank's. */
const obstacles: Readonly<Record<string, RefundStanding['obstacle']>> = {
  insufficient_funds: 'balance',
  charge_for_pending_refund_disputed: 'disputed',
  merchant_request: 'canceled',
};

function waitsFor({ status, pending_reason }: Facts): RefundStanding['waitsFor'] {
  if (status === 'requires_action') return 'buyer';
  return pending_reason === 'insufficient_funds' ? 'balance' : 'bank';
}

export function deriveRefundStanding(id: string, refund: Facts): RefundStanding {
  if (isUnderWay(refund)) return { id, state: 'pending', waitsFor: waitsFor(refund), obstacle: null };
  if (refund.status === 'canceled') return { id, state: 'failed', waitsFor: null, obstacle: 'canceled' };
  if (refund.status !== 'failed') return { id, state: 'done', waitsFor: null, obstacle: null };
  return { id, state: 'failed', waitsFor: null, obstacle: obstacles[refund.failure_reason ?? ''] ?? 'returned' };
}
