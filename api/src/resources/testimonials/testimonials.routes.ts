import type { Hono } from 'hono';
import { keepAnswers } from '../../platform/answer-cache.ts';
import type { ApiEnv, Deps } from '../../platform/deps.ts';
import { answerFrom, newRouter, queryOf } from '../../platform/http.ts';
import { testimonialsIn } from './testimonials.service.ts';

export function testimonialsRoutes({ log }: Pick<Deps, 'log'>): Hono<ApiEnv> {
  const lists = keepAnswers(log, { maxEntries: 2 });
  return newRouter().get('/api/testimonials', async (c) => {
    const { locale } = queryOf(c, 'GET /api/testimonials');
    const list = async () => ({ testimonials: await testimonialsIn(c.get('deps'), locale) });
    return answerFrom(c, await lists.get(locale, list), ['texts']);
  });
}
