import type { Hono } from 'hono';
import { AppError } from '../../base/app-error.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, newRouter } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { getSupport } from './support.service.ts';

/** What the owner sees of the outside. */
export const adminHealthRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/admin/support', async (c) => c.json(await getSupport(c.get('deps'))))
    .post('/api/admin/channel-readings', async (c) => {
      const { readChannel } = c.get('deps');
      if (!readChannel) throw new AppError('not_found');
      await limitUse(c.get('deps'), 'channel_reading', { person: c.get('caller').uid, address: addressOf(c) });
      return c.json(await readChannel());
    });
