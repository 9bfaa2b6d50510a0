import type { Guest } from '@site/shared/contracts/guest.ts';
import { type PurchaseEmailAnswer, paymentCalls } from '@site/shared/contracts/orders.ts';
import type Stripe from 'stripe';
import { AppError } from '../../../base/app-error.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { addressOf } from '../../../platform/http.ts';
import { limitUse } from '../../../platform/rate-limit.ts';
import { secretLinkKey } from '../../../platform/secret-links.ts';
import { guestDigest } from '../orders/guest-key.ts';
import { getGuestOrder, getOrderBySession } from '../orders/orders.service.ts';
import { toOrder } from '../orders/orders.view.ts';
import { fulfil } from './fulfil.ts';

/**
 * Returns the purchase of an account, or of a browser that bought without one. Asks Stripe unless the order is paid already. The email goes
 * to the order's own address, whatever address the request names. Throws `not_found` for a session of any other buyer.
 */
async function confirmPurchase(
  deps: Deps,
  uid: string | null,
  request: { sessionId: string; customerEmail?: string | undefined; guest?: Guest | undefined },
): Promise<PurchaseEmailAnswer> {
  const bought = uid === null ? null : await getOrderBySession(deps.data, request.sessionId);
  const isOwn = bought !== null && bought.buyer_uid === uid;
  const known = isOwn ? bought : request.guest ? await getGuestOrder(deps.data, request.sessionId, guestDigest(request.guest)) : null;
  if (!known) throw new AppError('not_found');
  const given = request.customerEmail?.trim().toLowerCase();
  if (given && given !== known.buyer_email.toLowerCase())
    deps.log.warn({ orderId: known.id }, 'purchase email requested for another address');
  const order = known.state === 'paid' ? known : await fulfil(deps, request.sessionId);
  if (!order) throw new AppError('not_found');
  const { id, link_generation } = order;
  const linkKey = link_generation === null ? null : secretLinkKey(deps.env.LINKS_SECRET, 'order', id, link_generation);
  return { order: toOrder(order), email: order.email, linkKey };
}

export const paymentHandlers = (handleEvent: (event: Stripe.Event) => Promise<void>) =>
  handle(paymentCalls, {
    'POST /api/webhooks/stripe': async ({ deps, c }) => {
      const event = await deps.payments.eventOf(await c.req.text(), c.req.header('stripe-signature'));
      await handleEvent(event);
      return c.json({ received: true });
    },
    'POST /send-purchase-email': async ({ deps, c, caller, body }) => {
      if (!caller && !body.guest) throw new AppError('unauthenticated');
      await limitUse(deps, 'purchase_email', { person: caller?.uid ?? body.sessionId, address: addressOf(c) });
      return await confirmPurchase(deps, caller?.uid ?? null, body);
    },
  });
