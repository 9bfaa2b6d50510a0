import type { Analytics, COMPARISONS } from '@site/shared/contracts/admin-analytics.ts';
import { type Day, DaySchema } from '@site/shared/contracts/admin-lists.ts';
import type { Balance } from '@site/shared/contracts/balances.ts';
import { byCurrency, CURRENCIES } from '@site/shared/money/currencies.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { csvAmount, csvStream } from '../../../platform/csv.ts';
import type { Deps } from '../../../platform/deps.ts';
import { countOrdersWithoutFee } from '../../money/balance/balance.ts';
import { amountsOf, balancesOf } from '../stats/amounts.ts';
import { TopBookRowSchema } from '../stats/top-book-row.ts';
import { analyticsTexts } from './analytics-texts.ts';
import { addDays, chooseStep, dayOf, daysIn, type Period, pointsOf, requirePeriod } from './period.ts';

const CountedSchema = v.object({ metric: v.string(), key: v.string(), n: v.number(), minor: v.number() });
type Counted = v.InferOutput<typeof CountedSchema>;

const AnalyticsRowSchema = v.object({
  zone: v.string(),
  totals: v.array(CountedSchema),
  points: v.array(v.object({ from: v.string(), to: v.string(), totals: v.array(CountedSchema) })),
  top: v.array(TopBookRowSchema),
  subscribers: v.number(),
});
type AnalyticsRow = v.InferOutput<typeof AnalyticsRowSchema>;

/** Returns the same day of the previous year. February 29 becomes February 28. */
function aYearBefore(day: Day): Day {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  const result = v.safeParse(DaySchema, before);
  return result.success ? result.output : dayOf(Date.parse(`${before.slice(0, 8)}28`));
}

function compareWith(period: Period, comparison: (typeof COMPARISONS)[number]): Period | null {
  if (comparison === 'none') return null;
  if (comparison === 'year') return { from: aYearBefore(period.from), to: aYearBefore(period.to) };
  return { from: beginPeriodBefore(period), to: addDays(period.from, -1) };
}

/**
 * Returns the first day of the previous period of equal length. Where a chart shows whole months, it counts months and not days, so that
 * each month is compared with a whole one.
 */
function beginPeriodBefore(period: Period): Day {
  const { from, to } = period;
  const isWholeMonths = chooseStep(period) === 'month' && from.endsWith('-01') && addDays(to, 1).endsWith('-01');
  if (!isWholeMonths) return addDays(from, -daysIn(period));
  const date = new Date(from);
  return dayOf(date.setUTCMonth(date.getUTCMonth() - pointsOf(period, 'month').length));
}

function toTotals(counted: readonly Counted[]): Analytics['totals'] {
  const of = (metric: string) => counted.filter((row) => row.metric === metric);
  const n = (metric: string) => of(metric).reduce((sum, row) => sum + row.n, 0);
  const minorOf = (metric: string) => byCurrency((currency) => of(metric).find(({ key }) => key === currency)?.minor ?? 0);
  return {
    orders: n('orders'),
    revenue: amountsOf(minorOf('orders')),
    refunds: balancesOf(minorOf('refunds')),
    fees: amountsOf(minorOf('fees')),
    ordersWithFee: n('fees'),
    disputes: balancesOf(minorOf('disputes')),
    checkouts: n('checkouts'),
    paidCheckouts: n('paid_checkouts'),
    subscribed: n('subscribed'),
    unsubscribed: n('unsubscribed'),
  };
}

const toSeries = (row: AnalyticsRow): Analytics['series'] =>
  row.points.map(({ from, to, totals }) => ({ from: v.parse(DaySchema, from), to: v.parse(DaySchema, to), ...toTotals(totals) }));

type AnalyticsDeps = Pick<Deps, 'data'>;

const readAnalytics = async ({ data }: AnalyticsDeps, { from, to }: Period, step: Analytics['step']): Promise<AnalyticsRow> =>
  v.parse(AnalyticsRowSchema, await data.sql.getAnalytics({ from, to, step }));

/** Returns the sales, refunds and sign-ups of a period and of the period it is compared with. The result contains no personal data. */
export async function getAnalytics({ data }: AnalyticsDeps, period: Period, compare: (typeof COMPARISONS)[number]): Promise<Analytics> {
  requirePeriod(period);
  const step = chooseStep(period);
  const comparison = compareWith(period, compare);
  const ask = (asked: Period) => readAnalytics({ data }, asked, step);
  const [now, before, ordersWithoutFee] = await Promise.all([ask(period), comparison && ask(comparison), countOrdersWithoutFee({ data })]);
  const most = <Key>(metric: string, keyOf: (key: string) => Key) =>
    now.totals
      .filter((row) => row.metric === metric)
      .toSorted((a, b) => b.n - a.n || a.key.localeCompare(b.key))
      .map((row) => ({ key: keyOf(row.key), orders: row.n }));
  return {
    period,
    comparison,
    step,
    totals: toTotals(now.totals),
    comparisonTotals: before && toTotals(before.totals),
    series: toSeries(now),
    comparisonSeries: before ? toSeries(before) : [],
    topBooks: now.top.map((book) => ({
      ebookId: book.ebook_id,
      title: book.title,
      units: book.units,
      revenue: amountsOf(book.amounts),
    })),
    countries: most('countries', (key) => key || null).map(({ key, orders }) => ({ country: key, orders })),
    languages: most('languages', (key) => v.parse(v.picklist(LOCALES), key)).map(({ key, orders }) => ({ locale: key, orders })),
    subscribers: now.subscribers,
    timeZone: now.zone,
    ordersWithoutFee,
  };
}

/** Streams the series of a period as a spreadsheet file, one line per point. */
export async function exportAnalytics({ data }: AnalyticsDeps, period: Period, locale: Locale): Promise<ReadableStream<Uint8Array>> {
  requirePeriod(period);
  const series = toSeries(await readAnalytics({ data }, period, chooseStep(period)));
  const t = analyticsTexts[locale];
  const number = (value: number) => ({ number: String(value) });
  const perCurrency = (amounts: readonly Balance[]) =>
    CURRENCIES.map((currency) => ({
      number: csvAmount(amounts.find((amount) => amount.currency === currency)?.minor ?? 0, currency, locale),
    }));
  const lines = series.map((point) => [
    point.from,
    point.to,
    number(point.checkouts),
    number(point.paidCheckouts),
    number(point.orders),
    ...perCurrency(point.revenue),
    ...perCurrency(point.refunds),
    ...perCurrency(point.fees),
    ...perCurrency(point.disputes),
    number(point.subscribed),
    number(point.unsubscribed),
  ]);
  return csvStream(
    [
      ...[t.from, t.to, t.checkouts, t.paidCheckouts, t.orders],
      ...CURRENCIES.map(t.revenue),
      ...CURRENCIES.map(t.refunds),
      ...CURRENCIES.map(t.fees),
      ...CURRENCIES.map(t.disputes),
      ...[t.subscribed, t.unsubscribed],
    ],
    ReadableStream.from([lines]),
    locale,
  );
}
