import { ORDERS_PAGE_SIZE, type OrderDetail, type OrderList, orderCalls } from '@site/shared/contracts/orders.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Sql } from '../../../gateways/supabase/database.generated.ts';
import { answerInConstantTime } from '../../../platform/constant-time-answer.ts';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { addressOf } from '../../../platform/http.ts';
import { limitUse } from '../../../platform/rate-limit.ts';
import { isUuid } from '../../../platform/require-uuid.ts';
import { getSiteFacts } from '../../site/content/content.service.ts';
import { expireSession } from '../payments/expire-session.ts';
import { fulfil } from '../payments/fulfil.ts';
import { type OrderPageRow, OrderPageRowSchema, OrderRowSchema } from './order-row.ts';
import { toOrder, toOrderDetail } from './orders.view.ts';

const PageSchema = v.object({ orders: v.array(OrderRowSchema), more: v.boolean() });

/** Returns a page of the orders of `uid`, without abandoned carts. With a null `uid`, returns all paid orders. */
async function listOrders(sql: Sql, uid: string | null, cursor: string | undefined): Promise<OrderList> {
  const after = decodeCursor(cursor, 'uuid');
  const start = { afterAt: after?.at ?? null, afterId: after?.id ?? null };
  const page = v.parse(PageSchema, await sql.listOrders({ uid, ...start, size: ORDERS_PAGE_SIZE }));
  const last = page.orders.at(-1);
  const at = uid === null ? last?.paid_at : last?.created_at;
  return { orders: page.orders.map(toOrder), nextCursor: page.more && last && at ? encodeCursor({ at, id: last.id }) : null };
}

async function readOrder(sql: Sql, uid: string, orderId: string): Promise<OrderPageRow> {
  const row = v.parse(v.nullable(OrderPageRowSchema), await sql.getOrder({ uid, orderId }));
  if (!row) throw new AppError('not_found');
  return row;
}

/** Returns all details of one of the caller's orders. Throws `not_found` for an order of another account. */
export const getOrder = async (sql: Sql, uid: string, orderId: string): Promise<OrderDetail> =>
  toOrderDetail(await readOrder(sql, uid, orderId));

const CanceledSchema = v.nullable(v.object({ outcome: v.picklist(['canceled', 'refused']) }));
const ReceivedSchema = v.nullable(v.object({ outcome: v.picklist(['received', 'refused']) }));
const ResentSchema = v.nullable(v.object({ outcome: v.picklist(['queued', 'not_paid']) }));
const RequestedSchema = v.nullable(
  v.variant('outcome', [v.object({ outcome: v.literal('stored'), requested_at: v.string() }), v.object({ outcome: v.literal('refused') })]),
);

/**
 * Cancels the pending boleto or Pix of an order, so that its books can be bought in another way. A Pix page is closed. Stripe cannot cancel
 * a boleto of a completed session (docs.stripe.com/api/payment_intents/cancel). A buyer who pays anyway gets the books. Throws
 * `changed_meanwhile` when no payment is pending any more, and `payment_unavailable`. The call can be repeated.
 */
async function cancelPayment(deps: Deps, uid: string, orderId: string): Promise<OrderDetail> {
  const { sql } = deps.data;
  const { order, may_cancel: mayCancel } = await readOrder(sql, uid, orderId);
  // The bank may have taken the money by now.
  if (mayCancel && order.session_id !== null) await fulfil(deps, order.session_id);
  const canceled = v.parse(CanceledSchema, await sql.cancelPayment({ uid, orderId }));
  if (canceled?.outcome !== 'canceled') throw new AppError(canceled ? 'changed_meanwhile' : 'not_found');
  deps.wakeMail();
  if (order.to_pay?.with === 'pix' && order.session_id !== null) await expireSession(deps, order.session_id);
  return await getOrder(sql, uid, orderId);
}

export const orderHandlers = handle(orderCalls, {
  'POST /api/orders/:id/link': async ({ deps, sql, c, params: { id } }) => {
    await limitUse(deps, 'order_link', { order: id.slice(0, 36).toLowerCase(), address: addressOf(c) });
    const send = async () => {
      if (!isUuid(id)) return;
      await sql.resendOrderLink({ orderId: id });
      deps.wakeMail();
    };
    await answerInConstantTime(send());
    return { status: 'check_your_email' as const };
  },
  'GET /api/me/orders': ({ sql, caller, query }) => listOrders(sql, caller.uid, query.after),
  'GET /api/me/orders/:id': ({ sql, caller, params }) => getOrder(sql, caller.uid, params.id),
  /** Sends the email of a paid order again, only to the order's own address. */
  'POST /api/me/orders/:id/email': async ({ deps, sql, c, caller: { uid }, params: { id: orderId } }) => {
    await limitUse(deps, 'order_email', { order: `${uid} ${orderId}`, address: addressOf(c) });
    const resent = v.parse(ResentSchema, await sql.resendPurchaseMail({ uid, orderId }));
    if (!resent) throw new AppError('not_found');
    if (resent.outcome === 'not_paid') throw new AppError('invalid_input', { fields: { order: 'not_paid' } });
    deps.wakeMail();
    return { email: 'queued' as const };
  },
  'POST /api/me/orders/:id/cancel': async ({ deps, caller: { uid }, params: { id: orderId } }) => {
    const order = await cancelPayment(deps, uid, orderId);
    deps.log.info({ uid, orderId }, 'buyer cancelled the payment');
    return order;
  },
  /**
   * Delivers a free order. Its link was emailed, so pressing the button on its page shows that the address is the reader's. Throws
   * `changed_meanwhile` when the deadline has passed. The call can be repeated.
   */
  'POST /api/me/orders/:id/receive': async ({ deps, sql, caller: { uid }, params: { id: orderId } }) => {
    const received = v.parse(ReceivedSchema, await sql.receiveFreeOrder({ uid, orderId }));
    if (received?.outcome !== 'received') throw new AppError(received ? 'changed_meanwhile' : 'not_found');
    deps.wakeMail();
    const order = await getOrder(sql, uid, orderId);
    deps.log.info({ uid, orderId }, 'free books received');
    return order;
  },
  /**
   * Stores the buyer's refund request, notifies the owner and sends an acknowledgment. Throws `refund_not_possible` when a refund was
   * requested before, when the order is older than the terms allow, or when the money is not with us.
   */
  'POST /api/me/orders/:id/refund-request': async ({ deps, sql, caller: { uid }, params: { id: orderId }, body: { reason } }) => {
    const { CONTACT_EMAIL } = await getSiteFacts(deps);
    const requested = v.parse(RequestedSchema, await sql.requestRefund({ uid, orderId, reason, ownerEmail: CONTACT_EMAIL }));
    if (!requested) throw new AppError('not_found');
    if (requested.outcome === 'refused') throw new AppError('refund_not_possible');
    deps.wakeMail();
    deps.log.info({ uid, orderId }, 'refund requested');
    return { requestedAt: toInstant(requested.requested_at) };
  },
  'GET /api/completed-orders': ({ sql, query }) => listOrders(sql, null, query.after),
});
