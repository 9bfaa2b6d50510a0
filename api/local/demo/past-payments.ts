import type { PastPayment } from '../payments/controls/bodies.ts';
import type { DemoSales } from './orders.ts';

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

/** Seconds since the last payout, which has been sent but has not yet arrived. */
const LAST_PAYOUT_AGO_S = 6 * 3_600;
const WEEK_S = 7 * 86_400;

/** Returns the weekly payout times from the first payment to `now`. At each, the stand-in pays out the available balance. */
export function pastPayouts({ orders }: Pick<DemoSales, 'orders'>, now: Date): number[] {
  const until = Math.floor(now.getTime() / 1_000);
  const first = Math.min(until, ...orders.flatMap(({ paid_at }) => (paid_at ? [seconds(paid_at)] : [])));
  const weeks = Math.floor((until - first) / WEEK_S);
  return Array.from({ length: weeks }, (_, week) => until - LAST_PAYOUT_AGO_S - (weeks - 1 - week) * WEEK_S);
}

/** Returns the card payments of the demo orders, in the format of `POST /_local/seed` of the payments stand-in. */
export function pastPayments({ orders, copies, disputes }: DemoSales): PastPayment[] {
  const linesOf = Map.groupBy(copies, ({ order_id }) => order_id);
  const disputeOf = new Map(disputes.map((dispute) => [dispute.order_id, dispute]));
  return orders.flatMap((order): PastPayment[] => {
    if (!order.paid_at || !order.payment_intent_id) return [];
    const lines = linesOf.get(order.id) ?? [];
    const dispute = disputeOf.get(order.id);
    return [
      {
        session: order.session_id,
        paymentIntent: order.payment_intent_id,
        created: seconds(order.created_at),
        currency: order.currency.toLowerCase(),
        email: order.buyer_email,
        name: order.buyer_name,
        clientReferenceId: order.id,
        metadata: { order_id: order.id },
        lines: lines.map(({ title, paid_minor }) => ({ name: title, unitAmount: paid_minor, quantity: 1 })),
        ...(order.refunded_minor > 0 ? { refunded: { amount: order.refunded_minor, created: seconds(order.checked_at) } } : {}),
        ...(dispute ? { disputed: { id: dispute.id, status: dispute.state, created: seconds(dispute.opened_at) } } : {}),
      },
    ];
  });
}
