import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { bodyOf, newRouter } from '../../platform/http.ts';
import { changeMyNotices, getMyNotices } from './notices.service.ts';

/** What each person of the team wants to be told of by mail. */
export const noticesRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/admin/notices', async (c) => c.json(await getMyNotices(c.get('deps'), c.get('caller'))))
    .put('/api/admin/notices', async (c) =>
      c.json(await changeMyNotices(c.get('deps'), c.get('caller'), await bodyOf(c, 'PUT /api/admin/notices'))),
    );
