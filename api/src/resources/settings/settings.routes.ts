import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, newRouter, queryOf } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { getClientAddress, getSettings, getTestEmail, runDoctor, sendTestEmail } from './settings.service.ts';

export const settingsRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/admin/settings', async (c) => c.json(await getSettings(c.get('deps'))))
    .post('/api/admin/test-emails', async (c) => {
      const { locale } = await bodyOf(c, 'POST /api/admin/test-emails');
      await limitUse(c.get('deps'), 'test_email', { person: c.get('caller').uid, address: addressOf(c) });
      return c.json(await sendTestEmail(c.get('deps'), actorOf(c), locale));
    })
    .get('/api/admin/test-emails/:id', async (c) => c.json(await getTestEmail(c.get('deps'), c.req.param('id'))))
    .post('/api/admin/doctor-runs', async (c) => {
      const { service, locale } = await bodyOf(c, 'POST /api/admin/doctor-runs');
      await limitUse(c.get('deps'), 'doctor_run', { person: c.get('caller').uid, address: addressOf(c) });
      return c.json(await runDoctor(c.get('deps'), service, locale));
    })
    .get('/api/client-address', (c) => {
      const { proof } = queryOf(c, 'GET /api/client-address');
      return c.json(getClientAddress(c.get('deps'), proof, addressOf(c), c.req.header('x-forwarded-for')));
    });
