import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, newRouter } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { setEbookLaunch } from './launches.service.ts';
import { LAUNCHES } from './launches-job.ts';
import { askForLaunch, confirmInterest, leaveInterest } from './waitlist.service.ts';

export const launchesRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .post('/api/waitlist', async (c) => {
      const deps = c.get('deps');
      const request = await bodyOf(c, 'POST /api/waitlist');
      await limitUse(deps, 'waitlist', { address: addressOf(c) });
      return c.json(await askForLaunch(deps, request));
    })
    .post('/api/waitlist/confirm', async (c) => {
      const { token } = await bodyOf(c, 'POST /api/waitlist/confirm');
      return c.json(await confirmInterest(c.get('deps'), token));
    })
    .post('/api/waitlist/leave', async (c) => {
      const { token } = await bodyOf(c, 'POST /api/waitlist/leave');
      return c.json(await leaveInterest(c.get('deps'), token));
    })
    .put('/api/admin/ebooks/:id/launch', async (c) => {
      const body = await bodyOf(c, 'PUT /api/admin/ebooks/:id/launch');
      const deps = c.get('deps');
      const ebook = await setEbookLaunch(deps, actorOf(c), c.req.param('id'), body);
      deps.wakeJob(LAUNCHES);
      return c.json(ebook);
    });
