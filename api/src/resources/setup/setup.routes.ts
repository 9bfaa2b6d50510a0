import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { bodyOf, newRouter } from '../../platform/http.ts';
import { getSetup, skipSetupStep } from './setup.service.ts';

/** How far a new installation is set up. */
export const setupRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/admin/setup', async (c) => c.json(await getSetup(c.get('deps'))))
    .put('/api/admin/setup-skips', async (c) =>
      c.json(await skipSetupStep(c.get('deps'), actorOf(c), await bodyOf(c, 'PUT /api/admin/setup-skips'))),
    );
