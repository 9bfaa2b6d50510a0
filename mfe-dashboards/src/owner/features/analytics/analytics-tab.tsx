import type { Analytics } from '@site/shared/contracts/admin-analytics.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { toMoney as moneyOf } from '@site/shared/money/money.ts';
import {
  ApiError,
  Button,
  EmptyState,
  Link,
  paths,
  Skeleton,
  useFormats,
  usePreferences,
  useSearchParams,
  useTexts,
  VisuallyHidden,
} from '@site/shared/site/site.ts';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { Amounts } from '../../common/amounts.tsx';
import { ExportButton } from '../../common/export-button.tsx';
import { PageHeading, PLACE } from '../../common/page-heading.tsx';
import { dayIn, filtersOf } from './analytics-filters.ts';
import { useAnalytics } from './analytics-query.ts';
import css from './analytics-tab.module.css';
import { FilterBar } from './filter-bar.tsx';
import { type AnalyticsFormats, analyticsFormats } from './formats.ts';
import { PageHealth } from './page-health.tsx';
import { Payouts } from './payouts.tsx';
import { Ranking } from './ranking.tsx';
import { ReaderGrowth } from './reader-growth.tsx';
import { type Point, SeriesChart } from './series-chart.tsx';
import { texts } from './texts.ts';
import { TotalCards } from './total-cards.tsx';
import { Visits } from './visits.tsx';

/** Which of the two dates the API refused, and why. */
function problemOf(error: unknown, reasons: Readonly<Record<string, string>>): string | null {
  if (!(error instanceof ApiError) || error.code !== 'invalid_input') return null;
  const reason = Object.values(error.fields)[0];
  return (reason !== undefined && reasons[reason]) || reasons.invalid || null;
}

/** What was sold, given back and subscribed to in a period. */
export function Component() {
  const t = useTexts(texts);
  const { locale, timeZone } = usePreferences();
  const formats = analyticsFormats(locale);
  const [search] = useSearchParams();
  const today = dayIn(new Date(), timeZone);
  const filters = filtersOf(search, today);
  const analytics = useAnalytics(filters);
  const { from, to } = filters;
  const problem = problemOf(analytics.error, t.dateProblems);
  const shown = analytics.isError ? undefined : analytics.data;

  return (
    <>
      <PageHeading
        title={t.title}
        hint={shown ? t.hint(formats.range(shown.period.from, shown.period.to)) : analytics.isPending && PLACE}
        actions={
          (shown || analytics.isPending) && (
            <div className={css.actions}>
              <Button variant="secondary" size="s" disabled={!shown} onClick={() => print()}>
                {t.print}
              </Button>
              <ExportButton path={`/api/admin/analytics.csv?${new URLSearchParams({ from, to, locale })}`} />
            </div>
          )
        }
      />
      <FilterBar filters={filters} today={today} problem={problem} />
      {analytics.isPending && <Places />}
      {analytics.isError && !problem && <LoadFailure title={t.failed} query={analytics} />}
      <VisuallyHidden role="status">{analytics.isPlaceholderData ? t.loading : ''}</VisuallyHidden>
      {shown && (
        <div className={css.sheets} aria-busy={analytics.isPlaceholderData} data-old={analytics.isPlaceholderData || undefined}>
          <Numbers analytics={shown} formats={formats} />
        </div>
      )}
      {/* Asked for meanwhile, but nothing stands below what is still growing. */}
      <div className={css.below} hidden={analytics.isPending}>
        <Payouts />
        {!problem && <ReaderGrowth period={{ from, to }} />}
        {!problem && <Visits period={{ from, to }} />}
        <PageHealth />
      </div>
    </>
  );
}

type Totals = Analytics['series'][number];
const hasAnything = ({ orders, revenue, refunds, checkouts, subscribed, unsubscribed }: Analytics['totals']) =>
  orders + checkouts + subscribed + unsubscribed > 0 || revenue.length + refunds.length > 0;

/**
 * What each point of a chart is compared with. Days of another year stand beside the same days: a 29th of February beside nothing, unless the
 * period begins with it, and one of the other year is not drawn.
 */
function pairing({ series, comparisonSeries, step }: Analytics) {
  const dayOf = ({ from }: Totals) => from.slice('2024-'.length);
  const days = new Map(comparisonSeries.map((point) => [dayOf(point), point]));
  const isOtherYear = step === 'day' && series.some((point) => days.has(dayOf(point)));
  return (point: Totals, index: number): Totals | undefined =>
    isOtherYear && index > 0 ? days.get(dayOf(point)) : comparisonSeries[index];
}

function Numbers({ analytics, formats }: { analytics: Analytics; formats: AnalyticsFormats }) {
  const t = useTexts(texts);
  const { money } = useFormats();
  const { series, step, totals, comparisonTotals, topBooks, countries, languages } = analytics;
  if (!hasAnything(totals) && !(comparisonTotals && hasAnything(comparisonTotals))) {
    return (
      <>
        <TotalCards analytics={analytics} formats={formats} />
        <EmptyState title={t.empty} message={t.emptyMessage} />
      </>
    );
  }

  const label = (point: Totals) => formats.point(point, step);
  const labels = (point: Totals) => ({ label: label(point), shortLabel: formats.shortPoint(point, step) });
  const pointBefore = pairing(analytics);
  const compared = (amountAt: (point: Totals) => number): Point[] =>
    series.map((point, index) => {
      const before = pointBefore(point, index);
      return { ...labels(point), value: amountAt(point), before: before ? { label: label(before), value: amountAt(before) } : null };
    });
  const beside = (amountAt: (point: Totals) => number, secondAt: (point: Totals) => number): Point[] =>
    series.map((point) => ({ ...labels(point), value: amountAt(point), before: { label: label(point), value: secondAt(point) } }));
  const perCurrency = (kind: 'revenue' | 'refunds', title: (currency: string) => string) =>
    CURRENCIES.filter((currency) =>
      [...totals[kind], ...(comparisonTotals?.[kind] ?? [])].some((amount) => amount.currency === currency),
    ).map((currency) => (
      <SeriesChart
        key={`${kind} ${currency}`}
        title={title(currency)}
        // Bars begin at zero; on a day on which banks returned more than was paid back there is none.
        points={compared((point) => Math.max(0, point[kind].find((amount) => amount.currency === currency)?.minor ?? 0))}
        format={(minor) => money(moneyOf(minor, currency))}
      />
    ));

  return (
    <>
      <TotalCards analytics={analytics} formats={formats} />
      <Panel title={t.sales}>
        <div className={css.charts}>
          {perCurrency('revenue', t.revenueIn)}
          <SeriesChart title={t.orders} points={compared((point) => point.orders)} format={formats.count} />
          {perCurrency('refunds', t.refundsIn)}
          <SeriesChart
            title={t.checkouts}
            points={beside(
              (point) => point.checkouts,
              (point) => point.paidCheckouts,
            )}
            format={formats.count}
            beforeTitle={t.paidCheckouts}
          />
        </div>
      </Panel>
      <div className={css.columns}>
        <Panel title={t.topBooks}>
          {topBooks.length === 0 ? (
            <p className={layout.soft}>{t.noBooks}</p>
          ) : (
            <>
              <p className={layout.soft}>{t.booksHint}</p>
              <Ranking
                caption={t.topBooks}
                columns={[t.book, t.copies, t.bookRevenue]}
                ranks={topBooks.map(({ ebookId, title, units, revenue }) => ({
                  key: ebookId,
                  name: <Link to={paths.ebook.href(ebookId)}>{title}</Link>,
                  count: units,
                  cells: [formats.count(units), <Amounts key="revenue" amounts={revenue} />],
                }))}
              />
            </>
          )}
        </Panel>
        <div className={css.stack}>
          <Panel title={t.countries}>
            {countries.length === 0 ? (
              <p className={layout.soft}>{t.noOrders}</p>
            ) : (
              <Ranking
                caption={t.countries}
                columns={[t.country, t.orders]}
                ranks={countries.map(({ country, orders }) => ({
                  key: country ?? '',
                  name: country === null ? t.unknownCountry : formats.country(country),
                  count: orders,
                  cells: [formats.count(orders)],
                }))}
              />
            )}
          </Panel>
          <Panel title={t.languages}>
            {languages.length === 0 ? (
              <p className={layout.soft}>{t.noOrders}</p>
            ) : (
              <Ranking
                caption={t.languages}
                columns={[t.language, t.orders]}
                ranks={languages.map(({ locale, orders }) => ({
                  key: locale,
                  name: formats.language(locale),
                  count: orders,
                  cells: [formats.count(orders)],
                }))}
              />
            )}
          </Panel>
        </div>
      </div>
    </>
  );
}

const CARDS = ['revenue', 'orders', 'refunds', 'net', 'conversion', 'newsletter'] as const;

function Places() {
  const t = useTexts(texts);
  return (
    <>
      <VisuallyHidden role="status">{t.loading}</VisuallyHidden>
      <div className={css.sheets} aria-hidden="true">
        <div className={css.places}>
          {CARDS.map((card) => (
            <Skeleton key={card} shape="block" />
          ))}
        </div>
        <Skeleton lines={8} />
      </div>
    </>
  );
}
