import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { newRouter, queryOf } from '../../platform/http.ts';
import { getStats } from './stats.service.ts';

export const statsRoutes = (): Hono<ApiEnv> =>
  newRouter().get('/api/stats', async (c) => {
    const { dayStart, weekStart, monthStart } = queryOf(c, 'GET /api/stats');
    return c.json(await getStats(c.get('deps'), c.get('caller'), { day: dayStart, week: weekStart, month: monthStart }));
  });
