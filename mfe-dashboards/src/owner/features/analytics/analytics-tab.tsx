import type { Analytics } from '@site/shared/contracts/admin-analytics.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
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
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { useOwnQuery } from '../../../signed-in/own-query.ts';
import { Panel } from '../../../signed-in/panel.tsx';
import { type AnalyticsFormats, analyticsFormats } from '../../charts/formats.ts';
import { type Point, SeriesChart } from '../../charts/series-chart.tsx';
import { Amounts } from '../../common/amounts.tsx';
import { ExportButton } from '../../common/export-button.tsx';
import { PageHeading, PLACE } from '../../common/page-heading.tsx';
import { useShownCurrency } from '../../common/use-shown-currency.tsx';
import { dayIn, filtersOf } from './analytics-filters.ts';
import css from './analytics-tab.module.css';
import { FilterBar } from './filter-bar.tsx';
import { PageHealth } from './page-health.tsx';
import { Payouts } from './payouts.tsx';
import { Ranking } from './ranking.tsx';
import { ReaderGrowth } from './reader-growth.tsx';
import { texts } from './texts.ts';
import { TotalCards } from './total-cards.tsx';
import { Visits } from './visits.tsx';

/** Returns why the API refused one of the two dates. */
function problemOf(error: unknown, reasons: Readonly<Record<string, string>>): string | null {
  if (!(error instanceof ApiError) || error.code !== 'invalid_input') return null;
  const reason = Object.values(error.fields)[0];
  return (reason !== undefined && reasons[reason]) || reasons.invalid || null;
}

/** The sections below the summary, of which one is open at a time. */
const SECTIONS = ['sales', 'buyers', 'visits', 'readers', 'payouts', 'speed'] as const;

const amountsOf = ({ totals, comparisonTotals }: Analytics) =>
  [totals, ...(comparisonTotals ? [comparisonTotals] : [])].flatMap(({ revenue, refunds }) => [...revenue, ...refunds]);

/** Shows the results of a period: a summary, one chart, and further sections on demand. */
export function Component() {
  const t = useTexts(texts);
  const { locale, timeZone } = usePreferences();
  const formats = analyticsFormats(locale);
  const [search] = useSearchParams();
  const today = dayIn(new Date(), timeZone);
  const filters = filtersOf(search, today);
  const { from, to, compare } = filters;
  const analytics = useOwnQuery(
    ['analytics', from, to, compare],
    (signal) => api('GET /api/admin/analytics', { query: { from, to, compare }, signal }),
    { placeholderData: keepPreviousData },
  );
  const problem = problemOf(analytics.error, t.dateProblems);
  const shown = analytics.isError ? undefined : analytics.data;
  const { currency, choice } = useShownCurrency(shown ? amountsOf(shown) : []);
  const more = SECTIONS.find((section) => section === search.get('more'));

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
      <div className={css.filters}>
        <FilterBar filters={filters} today={today} problem={problem} />
        {choice}
      </div>
      {analytics.isPending && <Places />}
      {analytics.isError && !problem && <LoadFailure title={t.failed} query={analytics} />}
      <VisuallyHidden role="status">{analytics.isPlaceholderData ? t.loading : ''}</VisuallyHidden>
      {shown && (
        <div className={css.sheets} aria-busy={analytics.isPlaceholderData} data-old={analytics.isPlaceholderData || undefined}>
          <Numbers analytics={shown} formats={formats} currency={currency} />
        </div>
      )}
      {!problem && (
        <>
          <nav className={css.more} aria-label={t.more}>
            {SECTIONS.map((section) => (
              <Link
                key={section}
                to={`?${new URLSearchParams({ ...Object.fromEntries(search), more: section })}`}
                preventScrollReset
                className={css.section}
                aria-current={section === more ? 'true' : undefined}
              >
                {t.sections[section]}
              </Link>
            ))}
          </nav>
          {more === 'sales' && shown && <Sales analytics={shown} formats={formats} currency={currency} />}
          {more === 'buyers' && shown && <Buyers analytics={shown} formats={formats} />}
          {more === 'payouts' && <Payouts />}
          {more === 'readers' && <ReaderGrowth period={{ from, to }} />}
          {more === 'visits' && <Visits period={{ from, to }} />}
          {more === 'speed' && <PageHealth />}
        </>
      )}
    </>
  );
}

type Totals = Analytics['series'][number];
const hasAnything = ({ orders, revenue, refunds, checkouts, subscribed, unsubscribed }: Analytics['totals']) =>
  orders + checkouts + subscribed + unsubscribed > 0 || revenue.length + refunds.length > 0;

/**
 * Pairs each point of a chart with its comparison. For a comparison with another year, the same calendar days are paired. 29 February has
 * no pair unless the period begins with it, and a 29 February of the other year is not shown.
 */
function pairing({ series, comparisonSeries, step }: Analytics) {
  const dayOf = ({ from }: Totals) => from.slice('2024-'.length);
  const days = new Map(comparisonSeries.map((point) => [dayOf(point), point]));
  const isOtherYear = step === 'day' && series.some((point) => days.has(dayOf(point)));
  return (point: Totals, index: number): Totals | undefined =>
    isOtherYear && index > 0 ? days.get(dayOf(point)) : comparisonSeries[index];
}

type NumbersProps = { readonly analytics: Analytics; readonly formats: AnalyticsFormats; readonly currency: Currency };

function Numbers({ analytics, formats, currency }: NumbersProps) {
  const t = useTexts(texts);
  const { totals, comparisonTotals } = analytics;
  const isEmpty = !hasAnything(totals) && !(comparisonTotals && hasAnything(comparisonTotals));
  return (
    <>
      <TotalCards analytics={analytics} formats={formats} currency={currency} />
      {isEmpty ? (
        <EmptyState title={t.empty} message={t.emptyMessage} />
      ) : (
        <Panel title={t.sales}>
          <Money kind="revenue" title={t.revenueIn(currency)} analytics={analytics} formats={formats} currency={currency} />
        </Panel>
      )}
    </>
  );
}

/** Returns the points of a chart, each with its comparison. */
function comparedPoints(analytics: Analytics, formats: AnalyticsFormats, amountAt: (point: Totals) => number): Point[] {
  const { series, step } = analytics;
  const pointBefore = pairing(analytics);
  return series.map((point, index) => {
    const before = pointBefore(point, index);
    return {
      label: formats.point(point, step),
      shortLabel: formats.shortPoint(point, step),
      value: amountAt(point),
      before: before ? { label: formats.point(before, step), value: amountAt(before) } : null,
    };
  });
}

type MoneyProps = NumbersProps & { readonly kind: 'revenue' | 'refunds'; readonly title: string };

function Money({ kind, title, analytics, formats, currency }: MoneyProps) {
  const { money } = useFormats();
  // Bars begin at zero. If banks returned more than was refunded on a day, the day has no bar.
  const amountAt = (point: Totals) => Math.max(0, point[kind].find((amount) => amount.currency === currency)?.minor ?? 0);
  return (
    <SeriesChart title={title} points={comparedPoints(analytics, formats, amountAt)} format={(minor) => money(moneyOf(minor, currency))} />
  );
}

function Sales(numbers: NumbersProps) {
  const t = useTexts(texts);
  const { analytics, formats, currency } = numbers;
  const { series, step } = analytics;
  return (
    <Panel title={t.sections.sales}>
      <div className={layout.pair}>
        <SeriesChart title={t.orders} points={comparedPoints(analytics, formats, (point) => point.orders)} format={formats.count} />
        <Money {...numbers} kind="refunds" title={t.refundsIn(currency)} />
        <SeriesChart
          title={t.checkouts}
          points={series.map((point) => {
            const label = formats.point(point, step);
            return {
              label,
              shortLabel: formats.shortPoint(point, step),
              value: point.checkouts,
              before: { label, value: point.paidCheckouts },
            };
          })}
          format={formats.count}
          beforeTitle={t.paidCheckouts}
        />
      </div>
    </Panel>
  );
}

/** Shows the buyers' best-selling books, countries and languages. */
function Buyers({ analytics: { topBooks, countries, languages }, formats }: Omit<NumbersProps, 'currency'>) {
  const t = useTexts(texts);
  return (
    <div className={layout.pair}>
      <Panel title={t.topBooks}>
        {topBooks.length > 0 && <p className={layout.soft}>{t.booksHint}</p>}
        <Ranking
          caption={t.topBooks}
          columns={[t.book, t.copies, t.bookRevenue]}
          none={t.noBooks}
          ranks={topBooks.map(({ ebookId, title, units, revenue }) => ({
            key: ebookId,
            name: <Link to={paths.ebook.href(ebookId)}>{title}</Link>,
            count: units,
            cells: [formats.count(units), <Amounts key="revenue" amounts={revenue} />],
          }))}
        />
      </Panel>
      <div className={layout.parts}>
        <Panel title={t.countries}>
          <Ranking
            caption={t.countries}
            columns={[t.country, t.orders]}
            none={t.noOrders}
            ranks={countries.map(({ country, orders }) => ({
              key: country ?? '',
              name: country === null ? t.unknownCountry : formats.country(country),
              count: orders,
              cells: [formats.count(orders)],
            }))}
          />
        </Panel>
        <Panel title={t.languages}>
          <Ranking
            caption={t.languages}
            columns={[t.language, t.orders]}
            none={t.noOrders}
            ranks={languages.map(({ locale, orders }) => ({
              key: locale,
              name: formats.language(locale),
              count: orders,
              cells: [formats.count(orders)],
            }))}
          />
        </Panel>
      </div>
    </div>
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
