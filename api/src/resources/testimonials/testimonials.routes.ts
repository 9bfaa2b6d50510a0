import type { Hono } from 'hono';
import type { ApiEnv, Deps } from '../../platform/deps.ts';
import { answerFrom, newRouter, queryOf } from '../../platform/http.ts';
import { listTestimonials } from './testimonials.service.ts';

export function testimonialsRoutes({ answers }: Pick<Deps, 'answers'>): Hono<ApiEnv> {
  const lists = answers.keep({ maxEntries: 2 });
  return newRouter().get('/api/testimonials', async (c) => {
    const { locale } = queryOf(c, 'GET /api/testimonials');
    const list = async () => ({ testimonials: await listTestimonials(c.get('deps'), locale) });
    return answerFrom(c, await lists.get(locale, list), ['texts']);
  });
}
