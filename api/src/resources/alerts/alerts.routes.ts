import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { newRouter } from '../../platform/http.ts';
import { listIncidents } from './alerts.service.ts';

export const alertsRoutes = (): Hono<ApiEnv> =>
  newRouter().get('/api/admin/incidents', async (c) => c.json(await listIncidents(c.get('deps'))));
