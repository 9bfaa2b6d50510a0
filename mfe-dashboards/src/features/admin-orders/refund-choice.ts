import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { sumMoney } from '@site/shared/money/money.ts';
import type { Refund } from './admin-order-queries.ts';

/** How many copies of each book go back. */
export type Copies = Readonly<Record<string, number>>;

type Choice = Pick<Refund, 'items' | 'amount'>;

/** What a choice of copies means: the items and their amount. All that can go back is asked for as a whole. */
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
