import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { bodyOf, newRouter } from '../../platform/http.ts';
import { setEbookLaunch } from './launches.service.ts';
import { LAUNCHES } from './launches-job.ts';

export const launchesRoutes = (): Hono<ApiEnv> =>
  newRouter().put('/api/admin/ebooks/:id/launch', async (c) => {
    const body = await bodyOf(c, 'PUT /api/admin/ebooks/:id/launch');
    const deps = c.get('deps');
    const ebook = await setEbookLaunch(deps, actorOf(c), c.req.param('id'), body);
    deps.wakeJob(LAUNCHES);
    return c.json(ebook);
  });
