import { ADMIN_PAGE_SIZE, type Day } from '@site/shared/contracts/admin-lists.ts';
import type { AdminOrder, AdminOrderList, ORDER_FILTERS } from '@site/shared/contracts/admin-orders.ts';
import { normalizeCouponCode } from '@site/shared/contracts/coupon-rules.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import { csvStream } from '../../platform/csv.ts';
import type { Position } from '../../platform/cursor.ts';
import type { Deps } from '../../platform/deps.ts';
import { cursorsOf, type PageStart } from '../../platform/page.ts';
import { requireUuid } from '../../platform/require-uuid.ts';
import { executeRefund, openRefund, type RefundWish } from '../payments/refunds.ts';
import type { OrderFilters } from './admin-orders.repository.ts';
import * as repository from './admin-orders.repository.ts';
import { toAdminOrder, toListedOrder } from './admin-orders.view.ts';
import { orderFileTexts, toOrderLine } from './order-file.ts';
import type { OrderRow } from './order-row.ts';

type ListDeps = Pick<Deps, 'data' | 'liveSettings'>;

export type OrderQuery = {
  q: string;
  state?: (typeof ORDER_FILTERS)[number] | undefined;
  from?: Day | undefined;
  to?: Day | undefined;
  coupon?: string | undefined;
};

/** What people quote: `1042`, `#1042`, `nº 1042`, `pedido nº 1042`, `order no. 1042`. */
const NUMBER = /^(?:(?:pedido|order)\s*)?(?:#|n[º°o.]*\s*)?(\d{1,15})$/i;

/** The order number that these words are, or null. */
export const parseOrderNumber = (words: string): number | null => {
  const digits = NUMBER.exec(words)?.[1];
  return digits === undefined ? null : Number(digits);
};

const toFilters = async ({ liveSettings }: ListDeps, { q, state, from, to, coupon }: OrderQuery): Promise<OrderFilters> => ({
  words: q,
  number: parseOrderNumber(q),
  state: state ?? null,
  from: from ?? null,
  to: to ?? null,
  coupon: coupon === undefined ? null : normalizeCouponCode(coupon),
  timeZone: (await liveSettings.get()).timeZone,
});

const positionOf = (row: OrderRow): Position => ({ at: row.paid_at ?? row.created_at, id: row.id });

/** The orders that an admin looks for, newest first. */
export async function listAdminOrders(deps: ListDeps, query: OrderQuery, start: PageStart): Promise<AdminOrderList> {
  const { orders, more } = await repository.listAdminOrders(deps.data, await toFilters(deps, query), start, ADMIN_PAGE_SIZE);
  return { orders: orders.map(toListedOrder), ...cursorsOf(orders, more, start, positionOf) };
}

/** Few enough that no portion, whatever else the database does, is taken for an outage and breaks the file off. */
const ROWS_AT_ONCE = 100;

/** What `listAdminOrders` finds, all of it, for spreadsheets. */
export function exportOrders(deps: ListDeps, query: OrderQuery, locale: Locale): ReadableStream<Uint8Array> {
  async function* portions() {
    const filters = await toFilters(deps, query);
    for (let position: Position | null = null, more = true; more; ) {
      const page = await repository.listAdminOrders(deps.data, filters, { position, isBackwards: false }, ROWS_AT_ONCE);
      yield page.orders.map((row) => toOrderLine(row, locale, filters.timeZone));
      const last = page.orders.at(-1);
      more = page.more && last !== undefined;
      if (last) position = positionOf(last);
    }
  }
  return csvStream(orderFileTexts[locale].heading, portions(), locale);
}

/** Throws `not_found`. */
export async function getAdminOrder({ data }: Pick<Deps, 'data'>, orderId: string): Promise<AdminOrder> {
  const row = await repository.getAdminOrder(data, requireUuid(orderId));
  if (!row) throw new AppError('not_found');
  return toAdminOrder(row);
}

/** Sends a link that opens an order without an account, and ends those of before. Throws `changed_meanwhile` when no link is open (any more). */
export async function renewOrderLink(deps: Pick<Deps, 'data' | 'wakeMail'>, actor: Actor, orderId: string): Promise<AdminOrder> {
  const renewed = await repository.renewOrderLink(deps.data, actor, requireUuid(orderId));
  if (!renewed) throw new AppError('not_found');
  if (renewed.outcome === 'refused') throw new AppError('changed_meanwhile');
  deps.wakeMail();
  return await getAdminOrder(deps, orderId);
}

/** Sends the mail that delivers the books once more. */
export async function resendMailAsAdmin(deps: Pick<Deps, 'data' | 'wakeMail'>, actor: Actor, orderId: string): Promise<AdminOrder> {
  const resent = await repository.resendMailAsAdmin(deps.data, actor, requireUuid(orderId));
  if (!resent) throw new AppError('not_found');
  if (resent.outcome === 'not_paid') throw new AppError('invalid_input', { fields: { order: 'not_paid' } });
  deps.wakeMail();
  return await getAdminOrder(deps, orderId);
}

/**
 * Gives an order the address that its buyer meant, and sends the books there. The owner of the address takes the order over when they
 * sign in with it verified; until then the account that bought keeps it. Throws `changed_meanwhile`.
 */
export async function correctOrderEmail(
  deps: Pick<Deps, 'data' | 'wakeMail'>,
  actor: Actor,
  orderId: string,
  change: { email: string; previousEmail: string },
): Promise<AdminOrder> {
  const corrected = await repository.correctOrderEmail(deps.data, actor, requireUuid(orderId), change);
  if (!corrected) throw new AppError('not_found');
  if (corrected.outcome === 'changed') throw new AppError('changed_meanwhile');
  if (corrected.outcome === 'refused') throw new AppError('invalid_input', { fields: { order: 'not_paid' } });
  deps.wakeMail();
  return await getAdminOrder(deps, orderId);
}

/**
 * Gives money back, all of some books or any part of the order, or takes copies back for which there is no money. The refund is written
 * down before Stripe is asked; while Stripe does not answer it stays `pending` and is asked for again. Throws `changed_meanwhile`, `attempt_reused`, and `refund_not_possible` with the obstacle.
 */
export async function refundOrder(
  deps: Pick<Deps, 'data' | 'payments' | 'log' | 'wakeMail'>,
  actor: Actor,
  wish: RefundWish,
): Promise<AdminOrder> {
  const begun = await openRefund(deps, actor, { ...wish, orderId: requireUuid(wish.orderId) });
  if (!begun) throw new AppError('not_found');
  if (begun.outcome === 'attempt_reused') throw new AppError('attempt_reused');
  if (begun.outcome === 'changed') throw new AppError('changed_meanwhile');
  if (begun.outcome === 'refused') throw new AppError('refund_not_possible', { fields: { refund: begun.obstacle } });
  try {
    await executeRefund(deps, begun.refund);
  } catch (err) {
    // It is written down and asked for again by the reconciliation.
    deps.log.error({ refundId: begun.refund.id, orderId: wish.orderId, err }, 'refund not carried out yet');
  }
  const order = await getAdminOrder(deps, wish.orderId);
  const refund = order.refunds.find(({ id }) => id === begun.refund.id);
  if (refund?.state === 'failed') throw new AppError('refund_not_possible', { fields: { refund: refund.obstacle ?? 'refused' } });
  return order;
}

/** Says no to the buyer's request, and tells them why. Throws `changed_meanwhile` when there is no request that waits for a decision. */
export async function declineRefund(
  deps: Pick<Deps, 'data' | 'wakeMail'>,
  actor: Actor,
  orderId: string,
  note: string,
): Promise<AdminOrder> {
  const declined = await repository.declineRefund(deps.data, actor, requireUuid(orderId), note);
  if (!declined) throw new AppError('not_found');
  if (declined.outcome === 'changed') throw new AppError('changed_meanwhile');
  deps.wakeMail();
  return await getAdminOrder(deps, orderId);
}
