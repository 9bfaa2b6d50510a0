import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { newRouter, queryOf } from '../../platform/http.ts';
import { upsertUser } from '../users/users.service.ts';
import { toMe } from './me.view.ts';

export const meRoutes = (): Hono<ApiEnv> =>
  newRouter().get('/api/me', async (c) => {
    const caller = c.get('caller');
    await upsertUser(c.get('deps'), caller, queryOf(c, 'GET /api/me').locale);
    return c.json(toMe(caller));
  });
