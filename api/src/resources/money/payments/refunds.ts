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
  /** Presents may be taken from their readers. */
  takesClaimed: boolean;
  /** By what it can be proved that it was sent by hand; null when Stripe is to send it. */
  evidence: string | null;
  /** What could go back as the admin saw it; null when the items give back all of theirs. */
  left: number | null;
  /** The copies stay with their readers. */
  keepsAccess: boolean;
  /** Words to the buyer. */
  reason: string;
};

type RefundDeps = Pick<Deps, 'data' | 'payments' | 'log' | 'wakeMail'>;
type Obstacle = (typeof REFUND_OBSTACLES)[number];

/** Stripe's reasons (docs.stripe.com/error-codes) that tell the admin what to do; every other one is `refused`. */
const obstacles: Readonly<Record<string, Obstacle>> = {
  charge_already_refunded: 'already_refunded',
  charge_disputed: 'disputed',
  charge_not_refundable: 'method',
  balance_insufficient: 'balance',
  insufficient_funds: 'balance',
};

/** Decides whether the money can go back, and writes down that it shall. See `begin_refund` in `55_payments.sql`. */
export async function openRefund({ data }: Pick<Deps, 'data'>, actor: Actor, { items, minor, left, ...wish }: RefundWish) {
  const copies = items?.map(({ ebookId, quantity }) => ({ ebook_id: ebookId, quantity })) ?? null;
  return v.parse(BegunSchema, await data.sql.beginRefund({ actor, ...wish, items: copies, amountMinor: minor, leftMinor: left }));
}

/** One for which there is money. */
type PaidRefund = RefundRow & { session_id: string; payment_intent_id: string };
const isPaid = (refund: RefundRow): refund is PaidRefund => refund.session_id !== null && refund.payment_intent_id !== null;

async function isKnown({ payments }: RefundDeps, refund: PaidRefund): Promise<boolean> {
  const refunds = await callStripe(
    payments.stripe.refunds.list({ payment_intent: refund.payment_intent_id, limit: 100 }).autoPagingToArray({ limit: 1_000 }),
  );
  return refunds?.some(({ metadata }) => metadata?.[REFUND_ID] === refund.id) ?? false;
}

/** Answers why Stripe refuses, or null. */
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
    // Stripe has no code for an amount above what is left.
    return obstacles[error.code ?? ''] ?? (error.param === 'amount' ? 'less_left' : 'refused');
  }
}

/**
 * Gives the money of a refund back, once however often it is called: Stripe is first asked whether it knows the refund, because its
 * memory of keys is a day long, and calls that come together share a key. What was sent by hand is only counted, and copies for which there is no money are back already. Throws `payment_unavailable`; the refund stays pending then.
 */
export async function executeRefund(deps: RefundDeps, refund: RefundRow): Promise<void> {
  if (refund.state !== 'pending' || !isPaid(refund)) return;
  const isSent = refund.channel === 'manual' || refund.waits_for !== null || (await isKnown(deps, refund));
  const obstacle = isSent ? null : await createAtStripe(deps, refund);
  if (obstacle !== null) {
    deps.log.warn({ refundId: refund.id, orderId: refund.order_id, obstacle }, 'refund refused');
    await deps.data.sql.failRefund({ id: refund.id, obstacle });
  }
  await fulfil(deps, refund.session_id);
}

/** Asks for refunds again whose answer was lost, at most `limit`. `attempt` does one of them and goes on when it fails. */
export async function repeatRefunds(
  deps: RefundDeps,
  limit: number,
  attempt: (facts: Record<string, string>, work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const refunds = v.parse(v.array(RefundRowSchema), await deps.data.sql.claimRefunds({ limit }));
  for (const refund of refunds) await attempt({ refundId: refund.id }, () => executeRefund(deps, refund));
}
