import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, newRouter } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { listListeningPositions, saveListeningPosition } from './listening.service.ts';

export const listeningRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/me/listening', async (c) => c.json({ positions: await listListeningPositions(c.get('deps'), c.get('caller').uid) }))
    .put('/api/me/listening/:episodeId', async (c) => {
      const heard = await bodyOf(c, 'PUT /api/me/listening/:episodeId');
      const deps = c.get('deps');
      const { uid } = c.get('caller');
      await limitUse(deps, 'listening', { person: uid, address: addressOf(c) });
      return c.json(await saveListeningPosition(deps, uid, c.req.param('episodeId'), heard));
    });
