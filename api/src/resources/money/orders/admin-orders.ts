import { ADMIN_PAGE_SIZE, type Day } from '@site/shared/contracts/admin-lists.ts';
import { type AdminOrder, adminOrderCalls, type ORDER_FILTERS } from '@site/shared/contracts/admin-orders.ts';
import { normalizeCouponCode } from '@site/shared/contracts/coupon-rules.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Sql } from '../../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../../platform/actor.ts';
import { csvHeaders, csvStream } from '../../../platform/csv.ts';
import type { Position } from '../../../platform/cursor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { cursorsOf, pageOf, pageStartOf } from '../../../platform/page.ts';
import { executeRefund, openRefund, type RefundWish } from '../payments/refunds.ts';
import { AdminOrderRowSchema, toAdminOrder, toListedOrder } from './admin-orders.view.ts';
import { orderFileTexts, toOrderLine } from './order-file.ts';
import { type OrderRow, OrderRowSchema } from './order-row.ts';

type OrderQuery = {
  q: string;
  state?: (typeof ORDER_FILTERS)[number] | undefined;
  from?: Day | undefined;
  to?: Day | undefined;
  coupon?: string | undefined;
};

/** Ways in which people write an order number: `1042`, `#1042`, `nº 1042`, `pedido nº 1042`, `order no. 1042`. */
const NUMBER = /^(?:(?:pedido|order)\s*)?(?:#|n[º°o.]*\s*)?(\d{1,15})$/i;

/** Returns the order number that the search text contains, or null. */
export const parseOrderNumber = (words: string): number | null => {
  const digits = NUMBER.exec(words)?.[1];
  return digits === undefined ? null : Number(digits);
};

const filtersOf = ({ q, state, from, to, coupon }: OrderQuery, timeZone: string) => ({
  words: q,
  number: parseOrderNumber(q),
  state: state ?? null,
  from: from ?? null,
  to: to ?? null,
  coupon: coupon === undefined ? null : normalizeCouponCode(coupon),
  zone: timeZone,
});

const PageSchema = v.object({ orders: v.array(OrderRowSchema), more: v.boolean() });

const positionOf = (row: OrderRow): Position => ({ at: row.paid_at ?? row.created_at, id: row.id });

/** Few enough that a busy database still answers in time. A portion that times out would abort the file. */
const ROWS_AT_ONCE = 100;

/** Streams all orders that match the query as a spreadsheet file. */
export function exportOrders(
  { data: { sql }, liveSettings }: Pick<Deps, 'data' | 'liveSettings'>,
  query: OrderQuery,
  locale: Locale,
): ReadableStream<Uint8Array> {
  async function* portions() {
    const { timeZone } = await liveSettings.get();
    const filters = filtersOf(query, timeZone);
    for (let position: Position | null = null, more = true; more; ) {
      const start = pageOf({ position, isBackwards: false }, ROWS_AT_ONCE);
      const page = v.parse(PageSchema, await sql.listAdminOrders({ ...filters, ...start }));
      yield page.orders.map((row) => toOrderLine(row, locale, timeZone));
      const last = page.orders.at(-1);
      more = page.more && last !== undefined;
      if (last) position = positionOf(last);
    }
  }
  return csvStream(orderFileTexts[locale].heading, portions(), locale);
}

/** Returns an order with all its details for the admin. Throws `not_found` for an unknown order. */
export async function getAdminOrder(sql: Sql, orderId: string): Promise<AdminOrder> {
  const row = v.parse(v.nullable(AdminOrderRowSchema), await sql.getAdminOrder({ orderId }));
  if (!row) throw new AppError('not_found');
  return toAdminOrder(row);
}

/**
 * Refunds all of some books or any part of the order's amount, or takes back copies that cost nothing. The refund is stored before Stripe
 * is called. If Stripe does not answer, the refund stays `pending` and is retried. Throws `changed_meanwhile`, `attempt_reused`, and
 * `refund_not_possible` with the obstacle.
 */
async function refundOrder(deps: Deps, actor: Actor, wish: RefundWish): Promise<AdminOrder> {
  const begun = await openRefund(deps, actor, wish);
  if (!begun) throw new AppError('not_found');
  if (begun.outcome === 'attempt_reused') throw new AppError('attempt_reused');
  if (begun.outcome === 'changed') throw new AppError('changed_meanwhile');
  if (begun.outcome === 'refused') throw new AppError('refund_not_possible', { fields: { refund: begun.obstacle } });
  try {
    await executeRefund(deps, begun.refund);
  } catch (err) {
    // The refund is stored, so the reconciliation job retries it.
    deps.log.error({ refundId: begun.refund.id, orderId: wish.orderId, err }, 'refund not made yet, will be retried');
  }
  const order = await getAdminOrder(deps.data.sql, wish.orderId);
  const refund = order.refunds.find(({ id }) => id === begun.refund.id);
  if (refund?.state === 'failed') throw new AppError('refund_not_possible', { fields: { refund: refund.obstacle ?? 'refused' } });
  return order;
}

const ResentSchema = v.nullable(v.object({ outcome: v.picklist(['queued', 'not_paid']) }));
const RenewedSchema = v.nullable(v.object({ outcome: v.picklist(['sent', 'refused']) }));
const CorrectedSchema = v.nullable(v.object({ outcome: v.picklist(['corrected', 'changed', 'refused']) }));
const DeclinedSchema = v.nullable(v.object({ outcome: v.picklist(['declined', 'changed']) }));

export const adminOrderHandlers = handle(adminOrderCalls, {
  'GET /api/admin/orders': async ({ deps, sql, query: { after, before, sort, ...query } }) => {
    const start = pageStartOf({ after, before }, 'uuid');
    const filters = filtersOf(query, (await deps.liveSettings.get()).timeZone);
    const page = await sql.listAdminOrders({ ...filters, isOldest: sort === 'oldest', ...pageOf(start, ADMIN_PAGE_SIZE) });
    const { orders, more } = v.parse(PageSchema, page);
    return { orders: orders.map(toListedOrder), ...cursorsOf(orders, more, start, positionOf) };
  },
  'GET /api/admin/orders.csv': async ({ deps, c, query: { locale, ...query } }) => {
    const day = new Date(deps.clock()).toISOString().slice(0, 10);
    return c.body(exportOrders(deps, query, locale), 200, csvHeaders(`${orderFileTexts[locale].filename}-${day}.csv`));
  },
  'GET /api/admin/orders/:id': ({ sql, params }) => getAdminOrder(sql, params.id),
  'POST /api/admin/orders/:id/email': async ({ deps, sql, actor, params }) => {
    const resent = v.parse(ResentSchema, await sql.resendMailAsAdmin({ actor, orderId: params.id }));
    if (!resent) throw new AppError('not_found');
    if (resent.outcome === 'not_paid') throw new AppError('invalid_input', { fields: { order: 'not_paid' } });
    deps.wakeMail();
    return await getAdminOrder(sql, params.id);
  },
  /** Sends the order's link again under a new key. Throws `changed_meanwhile` when the order has no open link. */
  'POST /api/admin/orders/:id/link': async ({ deps, sql, actor, params }) => {
    const renewed = v.parse(RenewedSchema, await sql.renewOrderLink({ actor, orderId: params.id }));
    if (!renewed) throw new AppError('not_found');
    if (renewed.outcome === 'refused') throw new AppError('changed_meanwhile');
    deps.wakeMail();
    return await getAdminOrder(sql, params.id);
  },
  /**
   * Corrects the email address of an order and sends the books there. The owner of the new address gets the order when they sign in with
   * the verified address. Until then, the account that bought the books keeps the order. Throws `changed_meanwhile`.
   */
  'PUT /api/admin/orders/:id/buyer-email': async ({ deps, sql, actor, params, body }) => {
    const corrected = v.parse(CorrectedSchema, await sql.correctOrderEmail({ actor, orderId: params.id, ...body }));
    if (!corrected) throw new AppError('not_found');
    if (corrected.outcome === 'changed') throw new AppError('changed_meanwhile');
    if (corrected.outcome === 'refused') throw new AppError('invalid_input', { fields: { order: 'not_paid' } });
    deps.wakeMail();
    return await getAdminOrder(sql, params.id);
  },
  'POST /api/admin/orders/:id/refunds': ({ deps, actor, params, body: { amount, evidence = null, left = null, ...rest } }) =>
    refundOrder(deps, actor, { orderId: params.id, ...rest, ...amount, evidence, left }),
  /** Declines the buyer's refund request and tells them the reason. Throws `changed_meanwhile` when no request is open. */
  'POST /api/admin/orders/:id/refund-refusal': async ({ deps, sql, actor, params, body }) => {
    const declined = v.parse(DeclinedSchema, await sql.declineRefund({ actor, orderId: params.id, ...body }));
    if (!declined) throw new AppError('not_found');
    if (declined.outcome === 'changed') throw new AppError('changed_meanwhile');
    deps.wakeMail();
    return await getAdminOrder(sql, params.id);
  },
});
