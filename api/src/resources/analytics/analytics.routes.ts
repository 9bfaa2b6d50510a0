import { AnalyticsExportQuerySchema } from '@site/shared/contracts/admin-analytics.ts';
import type { Hono } from 'hono';
import { csvHeaders } from '../../platform/csv.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { accept, newRouter, queryOf } from '../../platform/http.ts';
import { exportAnalytics, getAnalytics } from './analytics.service.ts';
import { analyticsTexts } from './analytics-texts.ts';

export const analyticsRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/admin/analytics', async (c) => {
      const { compare, ...period } = queryOf(c, 'GET /api/admin/analytics');
      return c.json(await getAnalytics(c.get('deps'), period, compare));
    })
    .get('/api/admin/analytics.csv', async (c) => {
      const { locale, ...period } = accept(AnalyticsExportQuerySchema, c.req.query());
      const filename = `${analyticsTexts[locale].filename}-${period.from}-${period.to}.csv`;
      return c.body(await exportAnalytics(c.get('deps'), period, locale), 200, csvHeaders(filename));
    });
