import type { Hono } from 'hono';
import type { ApiEnv, Deps } from '../../platform/deps.ts';
import { answerFrom, newRouter } from '../../platform/http.ts';
import { getSiteInfo } from './site-info.service.ts';

export function siteInfoRoutes({ answers }: Pick<Deps, 'answers'>): Hono<ApiEnv> {
  const info = answers.keep({ maxEntries: 1 });
  return newRouter().get('/api/site', async (c) => answerFrom(c, await info.get('', () => getSiteInfo(c.get('deps'))), ['texts']));
}
