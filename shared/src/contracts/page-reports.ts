import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { METRICS, REPORT_LIMITS } from '../page-reports/report-limits.ts';
import { LocaleSchema } from '../texts/locales.ts';
import { type Calls, KB } from './calls.ts';

/** A route's pattern, such as `/shop/ebook/:id`, never the URL that was visited. */
const PageSchema = v.pipe(v.string(), v.maxLength(REPORT_LIMITS.page));

/** `POST /api/reports`: a page's report about itself, sent when it is left. It contains nothing about the visitor. */
export const PageReportSchema = v.object({
  locale: LocaleSchema,
  release: v.pipe(v.string(), v.maxLength(REPORT_LIMITS.release), v.regex(/^[\w@.-]+$/)),
  vitals: v.pipe(
    v.array(v.object({ page: PageSchema, metric: v.picklist(METRICS), value: v.pipe(v.number(), v.minValue(0), v.maxValue(3_600_000)) })),
    v.maxLength(REPORT_LIMITS.vitals),
  ),
  errors: v.pipe(
    v.array(
      v.object({
        page: PageSchema,
        message: v.pipe(v.string(), v.maxLength(REPORT_LIMITS.message)),
        stack: v.pipe(v.string(), v.maxLength(REPORT_LIMITS.stack)),
      }),
    ),
    v.maxLength(REPORT_LIMITS.errors),
  ),
});
export type PageReport = v.InferOutput<typeof PageReportSchema>;

/** Speed of pages at the 75th percentile of the last 28 days, and their errors. */
export const PageReportsSchema = v.object({
  pages: v.array(
    v.object({
      page: v.string(),
      visits: v.number(),
      /** The 75th percentile of each metric, in milliseconds (CLS in thousandths). Null without reports. */
      p75: v.object({
        LCP: v.nullable(v.number()),
        INP: v.nullable(v.number()),
        CLS: v.nullable(v.number()),
        TTFB: v.nullable(v.number()),
      }),
    }),
  ),
  errors: v.array(
    v.object({
      id: v.string(),
      kind: v.picklist(['script', 'policy']),
      page: v.string(),
      release: v.string(),
      message: v.string(),
      stack: v.string(),
      times: v.number(),
      firstAt: InstantSchema,
      lastAt: InstantSchema,
    }),
  ),
});
export type PageReports = v.InferOutput<typeof PageReportsSchema>;

export const pageReportCalls = {
  'GET /api/admin/page-reports': { who: 'numbers', answer: PageReportsSchema },
} as const satisfies Calls;

const REPORT_BYTES = 96 * KB;

/** Browsers also send their own reports to this call. */
export const reportCalls = {
  'POST /api/reports': { who: 'public', body: PageReportSchema, bodyBytes: REPORT_BYTES, answer: v.null() },
} as const satisfies Calls;
