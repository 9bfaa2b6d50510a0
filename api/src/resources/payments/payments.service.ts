import type { PurchaseEmailAnswer } from '@site/shared/contracts/orders.ts';
import { AppError } from '../../base/app-error.ts';
import type { Deps } from '../../platform/deps.ts';
import { getOrderBySession } from '../orders/orders.service.ts';
import { toOrder } from '../orders/orders.view.ts';
import { fulfil } from './fulfil.ts';

/**
 * What became of the caller's purchase; asks Stripe unless its money is there already. The mail goes to the order's address
 * and to no other, whatever the body says. Throws `not_found` for a session that is not the caller's.
 */
export async function confirmPurchase(
  deps: Pick<Deps, 'data' | 'payments' | 'log' | 'wakeMail'>,
  caller: { uid: string },
  request: { sessionId: string; customerEmail?: string | undefined },
): Promise<PurchaseEmailAnswer> {
  const known = await getOrderBySession(deps.data, request.sessionId);
  if (!known || known.buyer_uid !== caller.uid) throw new AppError('not_found');
  const given = request.customerEmail?.trim().toLowerCase();
  if (given && given !== known.buyer_email.toLowerCase()) deps.log.warn({ orderId: known.id }, 'purchase e-mail asked for another address');
  const order = known.state === 'paid' ? known : await fulfil(deps, request.sessionId);
  if (!order) throw new AppError('not_found');
  return { order: toOrder(order), email: order.email };
}
