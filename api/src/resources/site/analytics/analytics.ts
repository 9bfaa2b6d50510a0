import { analyticsCalls } from '@site/shared/contracts/admin-analytics.ts';
import { csvHeaders } from '../../../platform/csv.ts';
import { handle } from '../../../platform/handle.ts';
import { exportAnalytics, getAnalytics } from './analytics.service.ts';
import { analyticsTexts } from './analytics-texts.ts';

export const analyticsHandlers = handle(analyticsCalls, {
  'GET /api/admin/analytics': ({ deps, query: { compare, ...period } }) => getAnalytics(deps, period, compare),
  'GET /api/admin/analytics.csv': async ({ deps, c, query: { locale, ...period } }) => {
    const filename = `${analyticsTexts[locale].filename}-${period.from}-${period.to}.csv`;
    return c.body(await exportAnalytics(deps, period, locale), 200, csvHeaders(filename));
  },
});
