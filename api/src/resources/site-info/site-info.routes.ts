import type { Hono } from 'hono';
import { keepAnswers } from '../../platform/answer-cache.ts';
import type { ApiEnv, Deps } from '../../platform/deps.ts';
import { answerFrom, newRouter } from '../../platform/http.ts';
import { siteInfo } from './site-info.service.ts';

export function siteInfoRoutes({ log }: Pick<Deps, 'log'>): Hono<ApiEnv> {
  const info = keepAnswers(log, { maxEntries: 1 });
  return newRouter().get('/api/site', async (c) => answerFrom(c, await info.get('', () => siteInfo(c.get('deps'))), ['texts']));
}
