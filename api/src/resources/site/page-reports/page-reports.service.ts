import { createHash } from 'node:crypto';
import type { PageReport, PageReports } from '@site/shared/contracts/page-reports.ts';
import { DAY_MS, toInstant } from '@site/shared/dates/dates.ts';
import { redactMessage, redactStack } from '@site/shared/page-reports/plain-error.ts';
import { METRICS, type PageMetric } from '@site/shared/page-reports/report-limits.ts';
import * as v from 'valibot';
import { tables } from '../../../gateways/supabase/database.generated.ts';
import type { Deps } from '../../../platform/deps.ts';
import { counterOf } from '../../../platform/rate-limit.ts';
import { bucketOf, p75 } from './histogram.ts';
import { knownPage } from './known-page.ts';
import { type ViolationsSchema, violationsOf } from './violations.ts';

const DAYS = 28;

const ReportRowsSchema = v.object({
  vitals: v.array(v.pick(tables.page_vitals, ['page', 'metric', 'bucket', 'visits'])),
  errors: v.array(tables.page_errors),
});

type ReportDeps = Pick<Deps, 'data'> & { env: Pick<Deps['env'], 'LINKS_SECRET'> };

/** Returns the counter of a network's new defects. One network alone can report only a limited number of them. */
const defectCounter = (deps: ReportDeps, network: string): string => counterOf(deps, 'new_defect', 'address', network);

type Failure = { page: string; message: string; stack: string };

/** Returns a defect with its digest, which is the same on every page and device. */
const counted = (kind: 'script' | 'policy', { page, message, stack }: Failure) => ({
  digest: createHash('sha256').update(`${kind} ${message} ${stack}`).digest('base64url').slice(0, 22),
  kind,
  page,
  message,
  stack,
});

/** Counts a page's report. Private data is removed here as well, because the sender may not be our page. */
export async function receiveReport(deps: ReportDeps, network: string, { locale, release, vitals, errors }: PageReport): Promise<void> {
  await deps.data.sql.countPageReport({
    locale,
    release,
    network: defectCounter(deps, network),
    vitals: vitals.map(({ page, metric, value }) => ({
      page: knownPage(page),
      metric,
      bucket: bucketOf(metric === 'CLS' ? value * 1_000 : value),
    })),
    errors: errors.flatMap(({ page, message, stack }) => {
      const own = redactStack(stack.replaceAll(/(^| )\/_/gm, '$1http://own/_'));
      return own ? [counted('script', { page: knownPage(page), message: redactMessage(message), stack: own })] : [];
    }),
  });
}

/** Counts the violations of the content security policy that browsers report. */
export async function receiveViolations(deps: ReportDeps, network: string, reports: v.InferOutput<typeof ViolationsSchema>): Promise<void> {
  const errors = violationsOf(reports).map((violation) => counted('policy', violation));
  if (errors.length > 0)
    await deps.data.sql.countPageReport({
      ...{ locale: 'pt-BR', release: 'browser', vitals: [], errors },
      network: defectCounter(deps, network),
    });
}

/** Returns the speed of pages in the last 28 days, the most visited first, and the newest defects. */
export async function listPageReports({ data, clock }: Pick<Deps, 'data' | 'clock'>): Promise<PageReports> {
  const from = new Date(clock() - DAYS * DAY_MS).toISOString().slice(0, 10);
  const { vitals, errors } = v.parse(ReportRowsSchema, await data.sql.listPageReports({ from }));
  const pages = [...Map.groupBy(vitals, ({ page }) => page)].map(([page, rows]) => {
    const of = (metric: PageMetric) => rows.filter((row) => row.metric === metric);
    const visitsOf = (metric: PageMetric) => of(metric).reduce((sum, { visits }) => sum + visits, 0);
    return {
      page,
      visits: Math.max(...METRICS.map(visitsOf)),
      p75: { LCP: p75(of('LCP')), INP: p75(of('INP')), CLS: p75(of('CLS')), TTFB: p75(of('TTFB')) },
    };
  });
  return {
    pages: pages.toSorted((a, b) => b.visits - a.visits),
    errors: errors.map(({ digest, first_at, last_at, ...error }) => ({
      id: digest,
      ...error,
      firstAt: toInstant(first_at),
      lastAt: toInstant(last_at),
    })),
  };
}
