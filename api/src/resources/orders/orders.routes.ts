import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { newRouter, queryOf } from '../../platform/http.ts';
import { ordersForAdmin, ordersOfBuyer } from './orders.service.ts';

export const ordersRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/me/orders', async (c) => {
      const { after } = queryOf(c, 'GET /api/me/orders');
      return c.json(await ordersOfBuyer(c.get('deps'), c.get('caller').uid, after));
    })
    .get('/api/completed-orders', async (c) => {
      const { after } = queryOf(c, 'GET /api/completed-orders');
      return c.json(await ordersForAdmin(c.get('deps'), after));
    });
