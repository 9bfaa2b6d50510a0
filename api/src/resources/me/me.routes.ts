import type { Me } from '@site/shared/contracts/me.ts';
import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { newRouter } from '../../platform/http.ts';
import { noteVisit } from '../users/users.service.ts';

export const meRoutes = (): Hono<ApiEnv> =>
  newRouter().get('/api/me', async (c) => {
    const caller = c.get('caller');
    await noteVisit(c.get('deps'), caller);
    const { uid, email, name, photoUrl, role } = caller;
    return c.json({ uid, email, name, photoUrl, role } satisfies Me);
  });
