import type { Hono } from 'hono';
import * as v from 'valibot';
import type { ApiEnv } from '../../platform/deps.ts';
import { newRouter } from '../../platform/http.ts';

/** How long the data service may take to say that it is there. */
const PATIENCE_MS = 2_000;

/**
 * `/healthz`: the process runs. `/readyz`: it takes requests; 503 while it starts and from the moment it is told to stop.
 * A data service that is away does not make it unready: the catalogue still answers, and another instance has no other one.
 */
export const healthRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      const { isReady, data } = c.get('deps');
      if (!isReady()) return c.json({ status: 'stopping' }, 503);
      const answers = await Promise.race([
        data.call('is_up', {}, v.boolean()).catch(() => false),
        new Promise<false>((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref()),
      ]);
      return c.json({ status: 'ready', data: answers ? 'up' : 'down' });
    });
