import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { newRouter, queryOf } from '../../platform/http.ts';
import { searchAdmin } from './admin-search.service.ts';

export const adminSearchRoutes = (): Hono<ApiEnv> =>
  newRouter().get('/api/admin/search', async (c) =>
    c.json(await searchAdmin(c.get('deps'), c.get('caller'), queryOf(c, 'GET /api/admin/search').q)),
  );
