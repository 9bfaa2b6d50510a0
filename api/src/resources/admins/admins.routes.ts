import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, newRouter } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { toMe } from '../users/me.view.ts';
import { becomeAdmin } from './admins.service.ts';

export const adminsRoutes = (): Hono<ApiEnv> =>
  newRouter().post('/api/me/admin', async (c) => {
    const deps = c.get('deps');
    const caller = c.get('caller');
    const { code } = await bodyOf(c, 'POST /api/me/admin');
    await limitUse(deps, 'admin_code', { person: caller.uid, address: addressOf(c) });
    await becomeAdmin(deps, caller, actorOf(c), code);
    deps.log.info({ uid: caller.uid }, 'an admin was bound by a code');
    return c.json(toMe({ ...caller, role: 'admin' }));
  });
