import type { Context, Hono } from 'hono';
import { AppError } from '../../base/app-error.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { accept, addressOf, bodyOf, limitBody, newRouter } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { listPageReports, receiveReport, receiveViolations } from './page-reports.service.ts';
import { ViolationsSchema } from './violations.ts';

const MAX_REPORT_BYTES = 32 * 1024;
/** What browsers send of themselves. */
const BROWSER_REPORT = /^application\/(reports\+json|csp-report)\b/i;

/** Visitors who ask not to be followed are not counted either (Global Privacy Control, Do Not Track). */
const isUnwanted = (c: Context<ApiEnv>): boolean => c.req.header('sec-gpc') === '1' || c.req.header('dnt') === '1';

async function isTooOften(c: Context<ApiEnv>): Promise<boolean> {
  try {
    await limitUse(c.get('deps'), 'page_report', { address: addressOf(c) });
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return true;
    throw error;
  }
}

export const pageReportsRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .post('/api/reports', limitBody(MAX_REPORT_BYTES), async (c) => {
      const deps = c.get('deps');
      // The answer is not read: what is one too many, or unwanted, is dropped without a word.
      if (isUnwanted(c) || (await isTooOften(c))) return c.body(null, 204);
      if (BROWSER_REPORT.test(c.req.header('content-type') ?? '')) {
        const reports: unknown = await c.req.json().catch(() => null);
        await receiveViolations(deps, addressOf(c), accept(ViolationsSchema, reports));
      } else await receiveReport(deps, addressOf(c), await bodyOf(c, 'POST /api/reports'));
      return c.body(null, 204);
    })
    .get('/api/admin/page-reports', async (c) => c.json(await listPageReports(c.get('deps'))));
