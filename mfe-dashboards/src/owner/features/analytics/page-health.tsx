import type { PageReports } from '@site/shared/contracts/page-reports.ts';
import type { PageMetric } from '@site/shared/page-reports/report-limits.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { Loaded } from '../../../signed-in/loaded.tsx';
import { useOwnQuery } from '../../../signed-in/own-query.ts';
import { Panel } from '../../../signed-in/panel.tsx';
import { CountsTable } from './counts-table.tsx';
import css from './page-health.module.css';
import { texts } from './texts.ts';

/** Limits for good and acceptable values (web.dev/articles/vitals); CLS in thousandths. */
const LIMITS: Readonly<Record<PageMetric, readonly [number, number]>> = {
  LCP: [2_500, 4_000],
  INP: [200, 500],
  CLS: [100, 250],
  TTFB: [800, 1_800],
};
const SHOWN = ['LCP', 'INP', 'CLS', 'TTFB'] as const;

type Rating = 'good' | 'fair' | 'poor';
const TONES: Readonly<Record<Rating, BadgeTone>> = { good: 'success', fair: 'warning', poor: 'danger' };
const rate = (metric: PageMetric, value: number): Rating =>
  value <= LIMITS[metric][0] ? 'good' : value <= LIMITS[metric][1] ? 'fair' : 'poor';

/** Shows how fast pages are for visitors, and their errors. */
export function PageHealth() {
  const t = useTexts(texts);
  const reports = useOwnQuery(['page-reports'], (signal) => api('GET /api/admin/page-reports', { signal }));
  return (
    <div className={layout.parts}>
      <Panel title={t.speed} hint={t.speedHint}>
        <Loaded query={reports} failed={t.speedFailed} lines={4}>
          {({ pages }) => <Speeds pages={pages} />}
        </Loaded>
      </Panel>
      {reports.data && (
        <Panel title={t.pageErrors} isFlush={reports.data.errors.length > 0}>
          {reports.data.errors.length > 0 ? <Errors errors={reports.data.errors} /> : <p className={layout.soft}>{t.noPageErrors}</p>}
        </Panel>
      )}
    </div>
  );
}

function Speeds({ pages }: { pages: PageReports['pages'] }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const seconds = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  const whole = new Intl.NumberFormat(locale);
  const shares = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const words: Readonly<Record<PageMetric, (value: number) => string>> = {
    LCP: (value) => `${seconds.format(value / 1_000)} s`,
    INP: (value) => `${whole.format(value)} ms`,
    CLS: (value) => shares.format(value / 1_000),
    TTFB: (value) => `${seconds.format(value / 1_000)} s`,
  };
  return (
    <CountsTable
      caption={t.speed}
      none={t.noSpeed}
      columns={[t.page, ...SHOWN.map((metric) => t.metrics[metric]), t.visits]}
      rows={pages.map(({ page, visits, p75 }) => ({
        key: page,
        name: page === 'other' ? t.otherPages : page,
        cells: [
          ...SHOWN.map((metric) => {
            const value = p75[metric];
            if (value === null) return '–';
            const rating = rate(metric, value);
            return (
              <Badge key={metric} tone={TONES[rating]}>
                {`${words[metric](value)}${rating === 'good' ? '' : ` · ${t.ratings[rating]}`}`}
              </Badge>
            );
          }),
          whole.format(visits),
        ],
      }))}
    />
  );
}

function Errors({ errors }: { errors: PageReports['errors'] }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  return (
    <ul>
      {errors.map(({ id, kind, page, release, message, stack, times, firstAt, lastAt }) => (
        <li key={id} className={css.error}>
          <p className={css.message}>{kind === 'policy' ? t.refused(message) : message}</p>
          <p className={layout.softLong}>
            {t.times(times)} · {page === 'other' ? t.otherPages : page} · {release} · {t.lastTime(moment(lastAt))} ·{' '}
            {t.firstTime(moment(firstAt))}
          </p>
          {stack && (
            <details className={layout.softLong}>
              <summary>{t.where}</summary>
              <pre className={css.stack}>{stack}</pre>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
