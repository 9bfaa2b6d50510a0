import { REFUND_OBSTACLES } from '@site/shared/contracts/admin-orders.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import type { Actor } from '../../platform/actor.ts';
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

export const beginRefund = async (data: Data, actor: Actor, wish: RefundWish): Promise<v.InferOutput<typeof BegunSchema>> =>
  v.parse(
    BegunSchema,
    await data.sql.beginRefund({
      actor,
      orderId: wish.orderId,
      attemptId: wish.attemptId,
      items: wish.items?.map(({ ebookId, quantity }) => ({ ebook_id: ebookId, quantity })) ?? null,
      amountMinor: wish.minor,
      currency: wish.currency,
      takesClaimed: wish.takesClaimed,
      evidence: wish.evidence,
      leftMinor: wish.left,
      keepsAccess: wish.keepsAccess,
      reason: wish.reason,
    }),
  );

export const failRefund = (data: Data, id: string, obstacle: string): Promise<unknown> => data.sql.failRefund({ id, obstacle });

export const claimRefunds = async (data: Data, limit: number): Promise<RefundRow[]> =>
  v.parse(v.array(RefundRowSchema), await data.sql.claimRefunds({ limit }));
