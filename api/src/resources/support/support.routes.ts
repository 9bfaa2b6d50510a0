import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { newRouter } from '../../platform/http.ts';
import { supportState } from './support.service.ts';

export const supportRoutes = (): Hono<ApiEnv> =>
  newRouter().get('/api/admin/support', async (c) => c.json(await supportState(c.get('deps'))));
