import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { bodyOf, newRouter } from '../../platform/http.ts';
import { setEbookSample } from './sample.service.ts';

/** Pages of a book that everybody may read. */
export const samplesRoutes = (): Hono<ApiEnv> =>
  newRouter().put('/api/admin/ebooks/:id/sample', async (c) => {
    const body = await bodyOf(c, 'PUT /api/admin/ebooks/:id/sample');
    return c.json(await setEbookSample(c.get('deps'), actorOf(c), c.req.param('id'), body));
  });
