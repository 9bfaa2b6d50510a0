import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { accept, addressOf, bodyOf, isUnwanted, newRouter } from '../../platform/http.ts';
import { isWithinLimit } from '../../platform/rate-limit.ts';
import { listPageReports, receiveReport, receiveViolations } from './page-reports.service.ts';
import { ViolationsSchema } from './violations.ts';

/** What browsers send of themselves. */
const BROWSER_REPORT = /^application\/(reports\+json|csp-report)\b/i;

export const pageReportsRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .post('/api/reports', async (c) => {
      const deps = c.get('deps');
      // The answer is not read: what is one too many, or unwanted, is dropped without a word.
      if (isUnwanted(c) || !(await isWithinLimit(deps, 'page_report', { address: addressOf(c) }))) return c.body(null, 204);
      if (BROWSER_REPORT.test(c.req.header('content-type') ?? '')) {
        const reports: unknown = await c.req.json().catch(() => null);
        await receiveViolations(deps, addressOf(c), accept(ViolationsSchema, reports));
      } else await receiveReport(deps, addressOf(c), await bodyOf(c, 'POST /api/reports'));
      return c.body(null, 204);
    })
    .get('/api/admin/page-reports', async (c) => c.json(await listPageReports(c.get('deps'))));
