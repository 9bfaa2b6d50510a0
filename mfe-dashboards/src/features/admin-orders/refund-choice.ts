import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { multiplyMoney, sumMoney, toMoney } from '@site/shared/money/money.ts';
import type { Refund } from './admin-order-queries.ts';

/** How many copies of each book go back. */
export type Copies = Readonly<Record<string, number>>;

type Choice = Pick<Refund, 'items' | 'amount'>;

/** More than is left: money that went back in Stripe's dashboard belongs to no copy. */
export const isTooMuch = (order: Pick<AdminOrder, 'refundable'>, { amount }: Choice): boolean => amount.minor > order.refundable.minor;

/** What a choice of copies means: the items and their amount. All that can go back is asked for as a whole. */
export function refundOf(order: Pick<AdminOrder, 'items' | 'refundable' | 'total'>, copies: Copies): Choice {
  const chosen = order.items.map((item) => ({ ...item, chosen: Math.min(copies[item.ebookId] ?? 0, item.refundable) }));
  if (chosen.every((item) => item.chosen === item.refundable)) return { items: null, amount: order.refundable };
  const items = chosen.filter((item) => item.chosen > 0);
  return {
    items: items.map((item) => ({ ebookId: item.ebookId, quantity: item.chosen })),
    amount:
      items.length > 0
        ? sumMoney(
            items.map((item) => multiplyMoney(item.price, item.chosen)),
            order.total.currency,
          )
        : toMoney(0, order.total.currency),
  };
}
