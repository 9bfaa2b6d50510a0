import type { Order, ToPay } from '../contracts/orders.ts';

export type ToPayStanding = ToPay['with'] | `${ToPay['with']}_${'canceled' | 'expired'}`;

/** How an order stands that was to be paid by boleto or Pix, while that is all there is to say of it; else null. */
export function toPayStanding({ state, toPay, canceledAt }: Pick<Order, 'state' | 'toPay' | 'canceledAt'>): ToPayStanding | null {
  if (!toPay) return null;
  if (state === 'waiting') return toPay.with;
  if (state === 'failed' && canceledAt) return `${toPay.with}_canceled`;
  // After a Pix the payment page may still be open.
  return state === 'failed' || state === 'open' ? `${toPay.with}_expired` : null;
}
