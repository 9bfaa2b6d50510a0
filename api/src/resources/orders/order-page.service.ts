import type { OrderDetail, OrderLinkAnswerSchema, RefundRequestAnswerSchema, ResentEmailSchema } from '@site/shared/contracts/orders.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import type * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { Deps } from '../../platform/deps.ts';
import { answerEvenly } from '../../platform/even-answer.ts';
import { isUuid, requireUuid } from '../../platform/require-uuid.ts';
import { type ContentDeps, getSiteFacts } from '../content/content.service.ts';
import { expireSession } from '../payments/expire-session.ts';
import { fulfil } from '../payments/fulfil.ts';
import * as repository from './order-page.repository.ts';
import { toOrderDetail } from './orders.view.ts';

/** All about one order of the caller. Throws `not_found` for an order of another account. */
export async function getOrder({ data }: Pick<Deps, 'data'>, uid: string, orderId: string): Promise<OrderDetail> {
  const row = await repository.getOrder(data, uid, requireUuid(orderId));
  if (!row) throw new AppError('not_found');
  return toOrderDetail(row);
}

/**
 * Gives up the boleto or Pix of an order, so that its books can be bought in another way. The page that shows a Pix is closed; Stripe calls
 * back no boleto of a completed session (docs.stripe.com/api/payment_intents/cancel). A buyer who pays all the same gets the books. Throws
 * `changed_meanwhile` when there is nothing to be paid any more, and `payment_unavailable`; the call can be repeated.
 */
export async function cancelPayment(
  deps: Pick<Deps, 'data' | 'payments' | 'log' | 'wakeMail'>,
  uid: string,
  orderId: string,
): Promise<OrderDetail> {
  const row = await repository.getOrder(deps.data, uid, requireUuid(orderId));
  if (!row) throw new AppError('not_found');
  // The bank may have taken the money by now.
  if (row.may_cancel && row.order.session_id !== null) await fulfil(deps, row.order.session_id);
  const canceled = await repository.cancelPayment(deps.data, uid, orderId);
  if (canceled?.outcome !== 'canceled') throw new AppError(canceled ? 'changed_meanwhile' : 'not_found');
  deps.wakeMail();
  if (row.order.to_pay?.with === 'pix' && row.order.session_id !== null) await expireSession(deps, row.order.session_id);
  return await getOrder(deps, uid, orderId);
}

/**
 * Makes the books of an order that costs nothing its reader's: the press shows that the address is theirs. Throws `changed_meanwhile` when
 * the time for it is over; the call can be repeated.
 */
export async function receiveFreeOrder(
  { data, wakeMail }: Pick<Deps, 'data' | 'wakeMail'>,
  uid: string,
  orderId: string,
): Promise<OrderDetail> {
  const received = await repository.receiveFreeOrder(data, uid, requireUuid(orderId));
  if (received?.outcome !== 'received') throw new AppError(received ? 'changed_meanwhile' : 'not_found');
  wakeMail();
  return await getOrder({ data }, uid, orderId);
}

/** Sends the mail of a paid order once more, to the order's own address and to no other. */
export async function resendPurchaseMail(
  { data, wakeMail }: Pick<Deps, 'data' | 'wakeMail'>,
  uid: string,
  orderId: string,
): Promise<v.InferOutput<typeof ResentEmailSchema>> {
  const resent = await repository.resendPurchaseMail(data, uid, orderId);
  if (!resent) throw new AppError('not_found');
  if (resent.outcome === 'not_paid') throw new AppError('invalid_input', { fields: { order: 'not_paid' } });
  wakeMail();
  return { email: 'queued' };
}

/** Sends the link of an order that was bought without an account to its address. The same answer for every id. */
export async function resendOrderLink(
  { data, wakeMail }: Pick<Deps, 'data' | 'wakeMail'>,
  orderId: string,
): Promise<v.InferOutput<typeof OrderLinkAnswerSchema>> {
  await answerEvenly(
    (async () => {
      if (!isUuid(orderId)) return;
      await repository.resendOrderLink(data, orderId);
      wakeMail();
    })(),
  );
  return { status: 'check_your_email' };
}

/**
 * Stores that the buyer wants the money back, tells the owner and acknowledges it. Throws `refund_not_possible` when it was asked
 * before, when the order is older than the terms allow, or when its money is not with us.
 */
export async function requestRefund(
  deps: ContentDeps & Pick<Deps, 'wakeMail'>,
  uid: string,
  orderId: string,
  reason: string,
): Promise<v.InferOutput<typeof RefundRequestAnswerSchema>> {
  const { CONTACT_EMAIL } = await getSiteFacts(deps);
  const requested = await repository.requestRefund(deps.data, { uid, orderId: requireUuid(orderId), reason, ownerEmail: CONTACT_EMAIL });
  if (!requested) throw new AppError('not_found');
  if (requested.outcome === 'refused') throw new AppError('refund_not_possible');
  deps.wakeMail();
  return { requestedAt: toInstant(requested.requested_at) };
}
