import { ORDERS_PAGE_SIZE, type OrderList } from '@site/shared/contracts/orders.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  attachSession,
  beginReading,
  type Draft,
  dropDraft,
  insertDraft,
  type OpenedOrder,
  type OrderRow,
  orderByIntent,
  orderBySession,
  type PaymentFacts,
  pageOfOrders,
  type Settlement,
  sessionsToCheck,
  settle,
} from './orders.repository.ts';
import { toOrder } from './orders.view.ts';

type OrderDeps = Pick<Deps, 'data'>;

export type { OrderRow, PaymentFacts, Settlement };

/** Decides what a checkout of a cart is, and writes the draft of a new one. */
export const openOrder = ({ data }: OrderDeps, draft: Draft): Promise<OpenedOrder> => insertDraft(data, draft);

/** Ties a payment session to its order. Answers the session that the order has; the first one stays. */
export const tieSession = ({ data }: OrderDeps, orderId: string, sessionId: string): Promise<string | null> =>
  attachSession(data, orderId, sessionId);

/** Closes a draft that never got a session. */
export const closeDraft = async ({ data }: OrderDeps, orderId: string): Promise<void> => {
  await dropDraft(data, orderId);
};

export const orderOfSession = ({ data }: OrderDeps, sessionId: string): Promise<OrderRow | null> => orderBySession(data, sessionId);
export const orderOfIntent = ({ data }: OrderDeps, intentId: string): Promise<OrderRow | null> => orderByIntent(data, intentId);

/** Announces a reading of the payment provider; null when no order has this session, nor `orderId` is waiting for one. */
export const announceReading = ({ data }: OrderDeps, sessionId: string, orderId: string | null = null) =>
  beginReading(data, sessionId, orderId);

/** Makes an order what a reading said. `applied` is false when a newer reading was there first. */
export const settleOrder = ({ data }: OrderDeps, orderId: string, reading: number, settlement: Settlement) =>
  settle(data, orderId, reading, settlement);

/** Sessions of orders that wait for money and are due to be asked for, at most `limit`. */
export const dueSessions = ({ data }: OrderDeps, limit: number): Promise<string[]> => sessionsToCheck(data, limit);

async function pageOf({ data }: OrderDeps, uid: string | null, after: string | undefined): Promise<OrderList> {
  const page = await pageOfOrders(data, uid, decodeCursor(after, 'uuid'), ORDERS_PAGE_SIZE);
  const last = page.orders.at(-1);
  const at = uid === null ? last?.paid_at : last?.created_at;
  return { orders: page.orders.map(toOrder), nextCursor: page.more && last && at ? encodeCursor({ at, id: last.id }) : null };
}

/** The buyer's own orders, without carts that were left unpaid. */
export const ordersOfBuyer = (deps: OrderDeps, uid: string, after: string | undefined): Promise<OrderList> => pageOf(deps, uid, after);

/** Every order that was paid, also if its money went back later. */
export const ordersForAdmin = (deps: OrderDeps, after: string | undefined): Promise<OrderList> => pageOf(deps, null, after);
