import type { PageReport } from '@site/shared/contracts/page-reports.ts';
import { redactMessage, redactStack } from '@site/shared/page-reports/plain-error.ts';
import { type PageMetric, REPORT_LIMITS } from '@site/shared/page-reports/report-limits.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { type Metric, onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import { readIdentityHint } from '../identity/identity-hint.ts';
import { FIRST_PRESS } from '../ready-event.ts';
import { getPattern, isUnwanted, sendReport } from './visit.ts';

type Told = Pick<Metric, 'id' | 'name' | 'value'> & { readonly entries: readonly PerformanceEntry[] };
/** The part of the router that reports need. */
type Router = {
  readonly state: { readonly matches: readonly { readonly route: { readonly path?: string | undefined } }[] };
  subscribe: (listener: () => void) => () => void;
};
type Options = { router: Router; release: string; share: number; locale: () => Locale; errors: readonly ErrorEvent[] };

const pageOf = ({ state }: Router): string => getPattern(state.matches);

/**
 * Reports this document's speed and errors to the site's own server when it is left: counters without data about the visitor. An admin's
 * own visits report only errors. `errors`: errors that happened before this code was loaded.
 */
export function startReports({ router, release, share, locale, errors: earlier }: Options): void {
  // From now on this code reports the visit. Until this mark, the page's first script reports a visit that ends early.
  document.documentElement.dataset.reports = '';
  if (isUnwanted() || Math.random() >= share) return;
  const shown: [at: number, page: string][] = [[0, pageOf(router)]];
  // The id of the metric that the page's first script has already reported, because the visitor left the page for a while.
  const toldEarly = document.querySelector<HTMLElement>('script[data-told]')?.dataset.told;
  const told = new Set<string>(toldEarly ? [toldEarly] : []);
  const pending = new Map<string, string>();
  let vitals: PageReport['vitals'] = [];
  let errors: PageReport['errors'] = [];

  router.subscribe(() => {
    const page = pageOf(router);
    if (page !== shown.at(-1)?.[1]) shown.push([performance.now(), page]);
  });
  /** Returns the page that was shown at a time. A slow interaction belongs to the page on which the visitor waited for the interaction. */
  const pageAt = (at: number): string => [...shown].reverse().find(([since]) => since <= at)?.[1] ?? '/';

  const onMetric = ({ id, name, value, entries }: Told): void => {
    // Each metric is reported once, because a value that grows later would count as another visit.
    if (told.has(id) || vitals.length === REPORT_LIMITS.vitals) return;
    const page = pageAt(name === 'INP' || name === 'CLS' ? (entries[0]?.startTime ?? 0) : 0);
    vitals = [...vitals.filter((vital) => vital.metric !== name), { page, metric: name as PageMetric, value }];
    pending.set(name, id);
  };
  // The browser measures only the repeated press, without the time before it.
  let waited = 0;
  const notePress = (measures: PerformanceEntryList): void => {
    for (const entry of measures.filter(({ name }) => name === FIRST_PRESS)) {
      waited = entry.duration;
      onMetric({ id: FIRST_PRESS, name: 'INP', value: waited, entries: [entry] });
    }
  };
  const presses = new PerformanceObserver((list) => notePress(list.getEntries()));
  presses.observe({ type: 'measure', buffered: true });
  // The waiting press and a slower press after it share an id, so that the second one does not count as another visit.
  onINP((metric) => metric.value > waited && onMetric(waited ? { ...metric, id: FIRST_PRESS } : metric));
  onCLS(onMetric);
  if (toldEarly === undefined) {
    onLCP(onMetric);
    onTTFB(onMetric);
  }

  const onError = ({ error, message }: { error?: unknown; message: string }): void => {
    const stack = redactStack(error instanceof Error ? (error.stack ?? '') : '');
    const failure = { page: pageOf(router), message: redactMessage(message), stack };
    const key = `${failure.message} ${stack}`;
    if (!stack || told.has(key) || errors.length === REPORT_LIMITS.errors) return;
    told.add(key);
    errors.push(failure);
  };
  earlier.forEach(onError);
  addEventListener('error', onError);
  addEventListener('unhandledrejection', ({ reason }) => onError({ error: reason, message: String(reason) }));

  // The metrics registered their listeners before this one, so their values are ready when this listener runs.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    notePress(presses.takeRecords());
    // A member of the team does not count as a visitor, but the member's errors may happen to visitors too.
    if (readIdentityHint()?.isAdmin) vitals = [];
    if (vitals.length + errors.length === 0) return;
    const report: PageReport = { locale: locale(), release, vitals, errors };
    for (const id of pending.values()) told.add(id);
    pending.clear();
    vitals = [];
    errors = [];
    sendReport(report);
  });
}
