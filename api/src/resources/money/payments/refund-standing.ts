import type { REFUND_OBSTACLES, REFUND_WAITS } from '@site/shared/contracts/admin-orders.ts';
import type Stripe from 'stripe';
import { isUnderWay } from './payment-state.ts';

/** The state at Stripe of a refund that was requested here. */
export type RefundStanding = {
  id: string;
  state: 'pending' | 'done' | 'failed';
  /** The cause of the wait while the refund is `pending`. */
  waitsFor: (typeof REFUND_WAITS)[number] | null;
  /** The cause of the failure when the refund is `failed`. */
  obstacle: (typeof REFUND_OBSTACLES)[number] | null;
};

type Facts = Pick<Stripe.Refund, 'status' | 'pending_reason' | 'failure_reason'>;

/** Stripe's failure reasons (docs.stripe.com/api/refunds/object). Any other reason comes from the bank. */
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
