import type { Order, ToPay } from '../contracts/orders.ts';

export type ToPayStanding = ToPay['with'] | `${ToPay['with']}_${'canceled' | 'expired'}`;

/** Returns the state of an order's boleto or Pix. Returns null if the order's own state is more important, for example once it is paid. */
export function toPayStanding({ state, toPay, canceledAt }: Pick<Order, 'state' | 'toPay' | 'canceledAt'>): ToPayStanding | null {
  if (!toPay) return null;
  if (state === 'waiting') return toPay.with;
  if (state === 'failed' && canceledAt) return `${toPay.with}_canceled`;
  // A payment page that was opened before its Pix expired may still be open.
  return state === 'failed' || state === 'open' ? `${toPay.with}_expired` : null;
}
