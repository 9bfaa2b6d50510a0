import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { bodyOf, newRouter, queryOf } from '../../platform/http.ts';
import { pageStartOf } from '../../platform/page.ts';
import { listMessages, markMessage } from './admin-messages.service.ts';

export const adminMessagesRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/admin/messages', async (c) => {
      const { q, state = null, ...page } = queryOf(c, 'GET /api/admin/messages');
      return c.json(await listMessages(c.get('deps'), { words: q, state }, pageStartOf(page, 'uuid')));
    })
    .put('/api/admin/messages/:id/state', async (c) => {
      const change = await bodyOf(c, 'PUT /api/admin/messages/:id/state');
      return c.json(await markMessage(c.get('deps'), actorOf(c), c.req.param('id'), change));
    });
