import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { newRouter, queryOf } from '../../platform/http.ts';
import { listPayouts } from './balance.service.ts';

export const balanceRoutes = (): Hono<ApiEnv> =>
  newRouter().get('/api/admin/payouts', async (c) => c.json(await listPayouts(c.get('deps'), queryOf(c, 'GET /api/admin/payouts').after)));
