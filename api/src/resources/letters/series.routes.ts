import type { Hono } from 'hono';
import { hasRecentSignIn } from '../../platform/access.ts';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { bodyOf, newRouter } from '../../platform/http.ts';
import { addSeriesStep, getSeries, moveSeriesStep, switchSeries, takeOutSeriesStep } from './series.service.ts';

/** The welcome series for the people who write it. */
export const seriesRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/admin/series', async (c) => c.json(await getSeries(c.get('deps'))))
    .put('/api/admin/series', async (c) => {
      const body = await bodyOf(c, 'PUT /api/admin/series');
      const deps = c.get('deps');
      const hasSteppedUp = hasRecentSignIn(c.get('caller'), deps.clock());
      return c.json(await switchSeries(deps, actorOf(c), { ...body, hasSteppedUp }));
    })
    .post('/api/admin/series/steps', async (c) => {
      const body = await bodyOf(c, 'POST /api/admin/series/steps');
      return c.json(await addSeriesStep(c.get('deps'), actorOf(c), body));
    })
    .put('/api/admin/series/steps/:id', async (c) => {
      const body = await bodyOf(c, 'PUT /api/admin/series/steps/:id');
      return c.json(await moveSeriesStep(c.get('deps'), actorOf(c), c.req.param('id'), body));
    })
    .post('/api/admin/series/steps/:id/removal', async (c) => {
      const { revision } = await bodyOf(c, 'POST /api/admin/series/steps/:id/removal');
      return c.json(await takeOutSeriesStep(c.get('deps'), actorOf(c), c.req.param('id'), revision));
    });
