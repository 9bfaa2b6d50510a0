import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, newRouter } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { listLeakedSuffixes } from './passwords.service.ts';

export const passwordsRoutes = (): Hono<ApiEnv> =>
  newRouter().get('/api/password-ranges/:prefix', async (c) => {
    const deps = c.get('deps');
    await limitUse(deps, 'password_range', { address: addressOf(c) });
    return c.json({ suffixes: await listLeakedSuffixes(deps, c.req.param('prefix')) });
  });
