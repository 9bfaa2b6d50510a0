import { ORDERS_PAGE_SIZE, type OrderList } from '@site/shared/contracts/orders.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Deps } from '../../platform/deps.ts';
import { listOrders } from './orders.repository.ts';
import { toOrder } from './orders.view.ts';

type OrderDeps = Pick<Deps, 'data'>;

export { type OrderRow, paidFor } from './order-row.ts';
export type { DisputeFact, Draft, PaymentFacts, PaymentState, Settlement } from './orders.repository.ts';
export {
  attachSession,
  beginPaymentSync,
  dropHeldDrafts,
  dropOrderDraft,
  getGuestOrder,
  getOrderByIntent,
  getOrderBySession,
  listSessionsToCheck,
  openOrder,
  settleOrder,
} from './orders.repository.ts';

async function listOrderPage({ data }: OrderDeps, uid: string | null, after: string | undefined): Promise<OrderList> {
  const page = await listOrders(data, uid, decodeCursor(after, 'uuid'), ORDERS_PAGE_SIZE);
  const last = page.orders.at(-1);
  const at = uid === null ? last?.paid_at : last?.created_at;
  return { orders: page.orders.map(toOrder), nextCursor: page.more && last && at ? encodeCursor({ at, id: last.id }) : null };
}

/** The buyer's own orders, without carts that were left unpaid. */
export const listBuyerOrders = (deps: OrderDeps, uid: string, after: string | undefined): Promise<OrderList> =>
  listOrderPage(deps, uid, after);

/** Every order that was paid, also if its money went back later. */
export const listPaidOrders = (deps: OrderDeps, after: string | undefined): Promise<OrderList> => listOrderPage(deps, null, after);
