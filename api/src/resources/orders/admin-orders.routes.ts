import { OrderExportQuerySchema } from '@site/shared/contracts/admin-orders.ts';
import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import { csvHeaders } from '../../platform/csv.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { accept, bodyOf, newRouter, queryOf } from '../../platform/http.ts';
import { pageStartOf } from '../../platform/page.ts';
import {
  correctOrderEmail,
  declineRefund,
  exportOrders,
  getAdminOrder,
  listAdminOrders,
  refundOrder,
  renewOrderLink,
  resendMailAsAdmin,
} from './admin-orders.service.ts';
import { orderFileTexts } from './order-file.ts';

export const adminOrdersRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/admin/orders', async (c) => {
      const { after, before, ...query } = queryOf(c, 'GET /api/admin/orders');
      return c.json(await listAdminOrders(c.get('deps'), query, pageStartOf({ after, before }, 'uuid')));
    })
    .get('/api/admin/orders.csv', (c) => {
      const { locale, ...query } = accept(OrderExportQuerySchema, c.req.query());
      const deps = c.get('deps');
      const day = new Date(deps.clock()).toISOString().slice(0, 10);
      return c.body(exportOrders(deps, query, locale), 200, csvHeaders(`${orderFileTexts[locale].filename}-${day}.csv`));
    })
    .get('/api/admin/orders/:id', async (c) => c.json(await getAdminOrder(c.get('deps'), c.req.param('id'))))
    .post('/api/admin/orders/:id/email', async (c) => c.json(await resendMailAsAdmin(c.get('deps'), actorOf(c), c.req.param('id'))))
    .post('/api/admin/orders/:id/link', async (c) => c.json(await renewOrderLink(c.get('deps'), actorOf(c), c.req.param('id'))))
    .put('/api/admin/orders/:id/buyer-email', async (c) => {
      const change = await bodyOf(c, 'PUT /api/admin/orders/:id/buyer-email');
      return c.json(await correctOrderEmail(c.get('deps'), actorOf(c), c.req.param('id'), change));
    })
    .post('/api/admin/orders/:id/refunds', async (c) => {
      const { amount, evidence = null, left = null, ...rest } = await bodyOf(c, 'POST /api/admin/orders/:id/refunds');
      const wish = { orderId: c.req.param('id'), ...rest, ...amount, evidence, left };
      return c.json(await refundOrder(c.get('deps'), actorOf(c), wish));
    })
    .post('/api/admin/orders/:id/refund-refusal', async (c) => {
      const { note } = await bodyOf(c, 'POST /api/admin/orders/:id/refund-refusal');
      return c.json(await declineRefund(c.get('deps'), actorOf(c), c.req.param('id'), note));
    });
