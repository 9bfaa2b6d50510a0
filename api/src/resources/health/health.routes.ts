import type { Hono } from 'hono';
import type { ApiEnv, Deps } from '../../platform/deps.ts';
import { newRouter } from '../../platform/http.ts';
import { createHealthReadiness } from './health.service.ts';

/**
 * `/healthz`: the process runs. `/readyz`: it takes requests, and what it misses; 503 from the moment it is told to stop, and until it
 * can be of any use.
 */
export function healthRoutes(deps: Deps): Hono<ApiEnv> {
  const readiness = createHealthReadiness(deps);
  return newRouter()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      if (!deps.isReady()) return c.json({ status: 'stopping' }, 503);
      const answer = await readiness();
      return c.json(answer, answer.status === 'unavailable' ? 503 : 200);
    });
}
