import { pageReportCalls, reportCalls } from '@site/shared/contracts/page-reports.ts';
import type { Hono } from 'hono';
import type { ApiEnv, Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { accept, addressOf, isUnwanted, readJson } from '../../../platform/http.ts';
import { isWithinLimit } from '../../../platform/rate-limit.ts';
import { listPageReports, receiveReport, receiveViolations } from './page-reports.service.ts';
import { ViolationsSchema } from './violations.ts';

/** Content types of reports that browsers send on their own. */
const BROWSER_REPORT = /^application\/(reports\+json|csp-report)\b/i;

const reportHandlers = handle(pageReportCalls, { 'GET /api/admin/page-reports': ({ deps }) => listPageReports(deps) });

export const pageReportHandlers = (allDeps: Deps): Hono<ApiEnv> =>
  reportHandlers(allDeps).post('/api/reports', async (c) => {
    const deps = c.get('deps');
    // Nobody reads the response, so reports that are unwanted or over the limit are dropped silently.
    if (isUnwanted(c) || !(await isWithinLimit(deps, 'page_report', { address: addressOf(c) }))) return c.body(null, 204);
    if (BROWSER_REPORT.test(c.req.header('content-type') ?? '')) {
      const reports: unknown = await c.req.json().catch(() => null);
      await receiveViolations(deps, addressOf(c), accept(ViolationsSchema, reports));
    } else await receiveReport(deps, addressOf(c), accept(reportCalls['POST /api/reports'].body, await readJson(c)));
    return c.body(null, 204);
  });
