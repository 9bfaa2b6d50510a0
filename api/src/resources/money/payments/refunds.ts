import { REFUND_OBSTACLES } from '@site/shared/contracts/admin-orders.ts';
import Stripe from 'stripe';
import * as v from 'valibot';
import { callStripe } from '../../../gateways/stripe/payments.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { fulfil, REFUND_ID } from './fulfil.ts';
import { type RefundRow, RefundRowSchema } from './refund-row.ts';

const BegunSchema = v.nullable(
  v.variant('outcome', [
    v.object({ outcome: v.literal('begun'), refund: RefundRowSchema }),
    v.object({ outcome: v.literal('refused'), obstacle: v.picklist(REFUND_OBSTACLES) }),
    v.object({ outcome: v.literal('attempt_reused') }),
    v.object({ outcome: v.literal('changed') }),
  ]),
);

export type RefundWish = {
  orderId: string;
  attemptId: string;
  items: readonly { ebookId: string; quantity: number }[] | null;
  minor: number;
  currency: string;
  /** Whether the refund may take gifts from readers who already claimed them. */
  takesClaimed: boolean;
  /** Proof that the money was sent by hand. Null when Stripe must send it. */
  evidence: string | null;
  /** The refundable amount that the admin saw. Null when the items give back their full price. */
  left: number | null;
  /** Whether the readers keep their copies. */
  keepsAccess: boolean;
  /** The message to the buyer. */
  reason: string;
};

type RefundDeps = Pick<Deps, 'data' | 'payments' | 'log' | 'wakeMail'>;
type Obstacle = (typeof REFUND_OBSTACLES)[number];

/** Stripe's error codes (docs.stripe.com/error-codes) that tell the admin what to do. Any other code becomes `refused`. */
const obstacles: Readonly<Record<string, Obstacle>> = {
  charge_already_refunded: 'already_refunded',
  charge_disputed: 'disputed',
  charge_not_refundable: 'method',
  balance_insufficient: 'balance',
  insufficient_funds: 'balance',
};

/** Decides whether the refund is possible and stores it. See `begin_refund` in `55_payments.sql`. */
export async function openRefund({ data }: Pick<Deps, 'data'>, actor: Actor, { items, minor, left, ...wish }: RefundWish) {
  const copies = items?.map(({ ebookId, quantity }) => ({ ebook_id: ebookId, quantity })) ?? null;
  return v.parse(BegunSchema, await data.sql.beginRefund({ actor, ...wish, items: copies, amountMinor: minor, leftMinor: left }));
}

/** A refund of an order that was paid with money. */
type PaidRefund = RefundRow & { session_id: string; payment_intent_id: string };
const isPaid = (refund: RefundRow): refund is PaidRefund => refund.session_id !== null && refund.payment_intent_id !== null;

async function isKnown({ payments }: RefundDeps, refund: PaidRefund): Promise<boolean> {
  const refunds = await callStripe(
    payments.stripe.refunds.list({ payment_intent: refund.payment_intent_id, limit: 100 }).autoPagingToArray({ limit: 1_000 }),
  );
  return refunds?.some(({ metadata }) => metadata?.[REFUND_ID] === refund.id) ?? false;
}

/** Creates the refund at Stripe. Returns the reason when Stripe refuses it, else null. */
async function createAtStripe({ payments }: RefundDeps, refund: PaidRefund): Promise<Obstacle | null> {
  const what = {
    payment_intent: refund.payment_intent_id,
    amount: refund.amount_minor,
    reason: 'requested_by_customer',
    metadata: { [REFUND_ID]: refund.id },
  } as const;
  try {
    return (await callStripe(payments.stripe.refunds.create(what, { idempotencyKey: `refund ${refund.id}` }))) === null ? 'refused' : null;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    // Stripe has no error code for an amount above what is left.
    return obstacles[error.code ?? ''] ?? (error.param === 'amount' ? 'less_left' : 'refused');
  }
}

/**
 * Sends the money of a refund exactly once, however often it is called. It first asks Stripe whether the refund exists, because Stripe
 * remembers idempotency keys for a day only. Simultaneous calls share a key. A refund that was sent by hand is only recorded. A refund of a
 * free order is already complete and returns at once. Throws `payment_unavailable`, and the refund stays pending then.
 */
export async function executeRefund(deps: RefundDeps, refund: RefundRow): Promise<void> {
  if (refund.state !== 'pending' || !isPaid(refund)) return;
  const isSent = refund.channel === 'manual' || refund.waits_for !== null || (await isKnown(deps, refund));
  const obstacle = isSent ? null : await createAtStripe(deps, refund);
  if (obstacle !== null) {
    deps.log.warn({ refundId: refund.id, orderId: refund.order_id, obstacle }, 'refund rejected');
    await deps.data.sql.failRefund({ id: refund.id, obstacle });
  }
  await fulfil(deps, refund.session_id);
}

/** Retries at most `limit` refunds whose answer was lost. `attempt` runs one of them and must not throw when the run fails. */
export async function repeatRefunds(
  deps: RefundDeps,
  limit: number,
  attempt: (facts: Record<string, string>, work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const refunds = v.parse(v.array(RefundRowSchema), await deps.data.sql.claimRefunds({ limit }));
  for (const refund of refunds) await attempt({ refundId: refund.id }, () => executeRefund(deps, refund));
}
