import type { Me } from '@site/shared/contracts/me.ts';
import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { newRouter } from '../../platform/http.ts';

export const meRoutes = (): Hono<ApiEnv> =>
  newRouter().get('/api/me', (c) => {
    const { uid, email, name, photoUrl, role } = c.get('caller');
    return c.json({ uid, email, name, photoUrl, role } satisfies Me);
  });
