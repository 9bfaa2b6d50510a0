import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, newRouter } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { askForSample, setEbookSample } from './sample.service.ts';

/** Pages of a book that everybody may read. */
export const samplesRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .post('/api/ebooks/:id/sample-letter', async (c) => {
      const deps = c.get('deps');
      const request = await bodyOf(c, 'POST /api/ebooks/:id/sample-letter');
      await limitUse(deps, 'sample_letter', { address: addressOf(c) });
      return c.json(await askForSample(deps, c.req.param('id'), request));
    })
    .put('/api/admin/ebooks/:id/sample', async (c) => {
      const body = await bodyOf(c, 'PUT /api/admin/ebooks/:id/sample');
      return c.json(await setEbookSample(c.get('deps'), actorOf(c), c.req.param('id'), body));
    });
