import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { sumMoney } from '@site/shared/money/money.ts';
import type { Refund } from './admin-order-queries.ts';

/** The number of copies to refund, by book. */
export type Copies = Readonly<Record<string, number>>;

type Choice = Pick<Refund, 'items' | 'amount'>;

/** Returns the default copies of a refund: all except redeemed gifts. Null means the whole order. */
export function freeCopies({ items }: Pick<AdminOrder, 'items'>): Copies | null {
  if (items.every(({ claimed }) => claimed === 0)) return null;
  return Object.fromEntries(items.map(({ ebookId, refundable, claimed }) => [ebookId, refundable.length - claimed]));
}

/** Returns whether a choice revokes redeemed gifts. */
export const takesClaimed = ({ items }: Pick<AdminOrder, 'items'>, copies: Copies | null): boolean =>
  items.some(
    ({ ebookId, refundable, claimed }) =>
      claimed > 0 && (copies?.[ebookId] ?? (copies ? 0 : refundable.length)) > refundable.length - claimed,
  );

/** Returns the items and the amount for a choice of copies. If everything is chosen, the order is refunded as a whole. */
export function refundOf(order: Pick<AdminOrder, 'items' | 'refundable' | 'total'>, copies: Copies): Choice {
  const chosen = order.items.map(({ ebookId, refundable }) => ({
    ebookId,
    refundable,
    amounts: refundable.slice(0, copies[ebookId] ?? 0),
  }));
  if (chosen.every(({ amounts, refundable }) => amounts.length === refundable.length)) return { items: null, amount: order.refundable };
  const items = chosen.filter(({ amounts }) => amounts.length > 0);
  return {
    items: items.map((item) => ({ ebookId: item.ebookId, quantity: item.amounts.length })),
    amount: sumMoney(
      items.flatMap(({ amounts }) => amounts),
      order.total.currency,
    ),
  };
}
