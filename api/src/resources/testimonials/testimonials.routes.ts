import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { newRouter, queryOf } from '../../platform/http.ts';
import { testimonialsIn } from './testimonials.service.ts';

export const testimonialsRoutes = (): Hono<ApiEnv> =>
  newRouter().get('/api/testimonials', async (c) => {
    const { locale } = queryOf(c, 'GET /api/testimonials');
    return c.json({ testimonials: await testimonialsIn(c.get('deps'), locale) });
  });
