import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, newRouter, queryOf } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { requireUuid } from '../../platform/require-uuid.ts';
import { cancelPayment, getOrder, receiveFreeOrder, requestRefund, resendOrderLink, resendPurchaseMail } from './order-page.service.ts';
import { listBuyerOrders, listPaidOrders } from './orders.service.ts';

export const ordersRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .post('/api/orders/:id/link', async (c) => {
      const deps = c.get('deps');
      const orderId = c.req.param('id');
      await limitUse(deps, 'order_link', { order: orderId.slice(0, 36).toLowerCase(), address: addressOf(c) });
      return c.json(await resendOrderLink(deps, orderId));
    })
    .get('/api/me/orders', async (c) => {
      const { after } = queryOf(c, 'GET /api/me/orders');
      return c.json(await listBuyerOrders(c.get('deps'), c.get('caller').uid, after));
    })
    .get('/api/me/orders/:id', async (c) => c.json(await getOrder(c.get('deps'), c.get('caller').uid, c.req.param('id'))))
    .post('/api/me/orders/:id/email', async (c) => {
      const deps = c.get('deps');
      const { uid } = c.get('caller');
      const orderId = requireUuid(c.req.param('id'));
      await limitUse(deps, 'order_email', { order: `${uid} ${orderId}`, address: addressOf(c) });
      return c.json(await resendPurchaseMail(deps, uid, orderId));
    })
    .post('/api/me/orders/:id/cancel', async (c) => {
      const { uid } = c.get('caller');
      const orderId = c.req.param('id');
      const order = await cancelPayment(c.get('deps'), uid, orderId);
      c.get('deps').log.info({ uid, orderId }, 'payment given up');
      return c.json(order);
    })
    .post('/api/me/orders/:id/receive', async (c) => {
      const { uid } = c.get('caller');
      const orderId = c.req.param('id');
      const order = await receiveFreeOrder(c.get('deps'), uid, orderId);
      c.get('deps').log.info({ uid, orderId }, 'free books received');
      return c.json(order);
    })
    .post('/api/me/orders/:id/refund-request', async (c) => {
      const deps = c.get('deps');
      const { uid } = c.get('caller');
      const orderId = c.req.param('id');
      const { reason } = await bodyOf(c, 'POST /api/me/orders/:id/refund-request');
      const answer = await requestRefund(deps, uid, orderId, reason);
      deps.log.info({ uid, orderId }, 'refund requested');
      return c.json(answer);
    })
    .get('/api/completed-orders', async (c) => {
      const { after } = queryOf(c, 'GET /api/completed-orders');
      return c.json(await listPaidOrders(c.get('deps'), after));
    });
