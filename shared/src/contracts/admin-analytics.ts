import * as v from 'valibot';
import { MoneySchema } from '../money/money.ts';
import { LOCALES, LocaleSchema } from '../texts/locales.ts';
import { DaySchema } from './admin-lists.ts';
import { BalanceSchema } from './balances.ts';
import type { Calls } from './calls.ts';
import { EbookIdSchema } from './ebooks.ts';

/** The period to compare with: the same number of days or whole months before it, or the same days one year earlier. */
export const COMPARISONS = ['none', 'previous', 'year'] as const;

/** Length of one point in a chart: days for up to 62 days, weeks for up to 26 weeks, months beyond. */
export const STEPS = ['day', 'week', 'month'] as const;

/** The first and last day of a period, both included. A period has at most three years and does not begin before 2000. */
export const AnalyticsQuerySchema = v.object({ from: DaySchema, to: DaySchema, compare: v.optional(v.picklist(COMPARISONS), 'previous') });

export const AnalyticsExportQuerySchema = v.object({ from: DaySchema, to: DaySchema, locale: v.optional(LocaleSchema, 'pt-BR') });

const AmountsSchema = v.array(MoneySchema);
const PeriodSchema = v.object({ from: DaySchema, to: DaySchema });

const TotalsSchema = v.object({
  /** Orders that were paid in the period. */
  orders: v.number(),
  /** Payments of the period, one amount per currency that has any. */
  revenue: AmountsSchema,
  /** Refunds of the period, minus refunds that banks returned. Negative if more was returned. */
  refunds: v.array(BalanceSchema),
  /** Stripe's fees for orders paid in the period, as far as Stripe has reported them: for `ordersWithFee` orders. */
  fees: AmountsSchema,
  ordersWithFee: v.number(),
  /** Disputed amounts and dispute fees of the period, minus amounts that were returned. Negative if more was returned. */
  disputes: v.array(BalanceSchema),
  /** Checkouts started in the period, and how many of them were paid at any time. */
  checkouts: v.number(),
  paidCheckouts: v.number(),
  /** Readers who confirmed the newsletter and readers who unsubscribed in the period. */
  subscribed: v.number(),
  unsubscribed: v.number(),
});

export const AnalyticsSchema = v.object({
  period: PeriodSchema,
  comparison: v.nullable(PeriodSchema),
  step: v.picklist(STEPS),
  totals: TotalsSchema,
  comparisonTotals: v.nullable(TotalsSchema),
  /** The points of the charts in order. The first point of the comparison belongs to the first point of the period. */
  series: v.array(v.object({ ...PeriodSchema.entries, ...TotalsSchema.entries })),
  comparisonSeries: v.array(v.object({ ...PeriodSchema.entries, ...TotalsSchema.entries })),
  /** The books with the most paid copies, at most ten. */
  topBooks: v.array(v.object({ ebookId: EbookIdSchema, title: v.string(), units: v.number(), revenue: AmountsSchema })),
  /** Paid orders by the buyer's country (ISO 3166; null if unknown) and by language, most first. */
  countries: v.array(v.object({ country: v.nullable(v.string()), orders: v.number() })),
  languages: v.array(v.object({ locale: v.picklist(LOCALES), orders: v.number() })),
  /** The number of confirmed subscribers today. */
  subscribers: v.number(),
  /** The site's time zone. Each past day keeps the time zone that the site had on that day. */
  timeZone: v.string(),
  /**
   * The number of orders whose Stripe fee is unknown, while the site still fetches the fees of older orders. Null once it has fetched them
   * all.
   */
  ordersWithoutFee: v.nullable(v.number()),
});
export type Analytics = v.InferOutput<typeof AnalyticsSchema>;

export const analyticsCalls = {
  'GET /api/admin/analytics': { who: 'numbers', query: AnalyticsQuerySchema, answer: AnalyticsSchema },
  /** The series of the period: one line per point, one column per currency. */
  'GET /api/admin/analytics.csv': { who: 'numbers', query: AnalyticsExportQuerySchema },
} as const satisfies Calls;
