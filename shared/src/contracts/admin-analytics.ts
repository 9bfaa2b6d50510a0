import * as v from 'valibot';
import { MoneySchema } from '../money/money.ts';
import { LOCALES, LocaleSchema } from '../texts/locales.ts';
import { DaySchema } from './admin-lists.ts';
import { BalanceSchema } from './balances.ts';
import type { Calls } from './calls.ts';
import { EbookIdSchema } from './ebooks.ts';

/** With what a period is compared: as many days, or whole months, before it, or the same days of the year before. */
export const COMPARISONS = ['none', 'previous', 'year'] as const;

/** A chart has a point per day up to 62 days, per week up to 26 weeks, per month beyond. */
export const STEPS = ['day', 'week', 'month'] as const;

/** First and last day, both included, at most three years and none before 2000; `to` is not before `from`. */
export const AnalyticsQuerySchema = v.object({ from: DaySchema, to: DaySchema, compare: v.optional(v.picklist(COMPARISONS), 'previous') });

export const AnalyticsExportQuerySchema = v.object({ from: DaySchema, to: DaySchema, locale: v.optional(LocaleSchema, 'pt-BR') });

const AmountsSchema = v.array(MoneySchema);
const PeriodSchema = v.object({ from: DaySchema, to: DaySchema });

const TotalsSchema = v.object({
  /** Orders that were paid in the period. */
  orders: v.number(),
  /** What was paid in the period, one amount per currency that has any. */
  revenue: AmountsSchema,
  /** What went back in the period, less what banks returned of it; below zero when more was returned. */
  refunds: v.array(BalanceSchema),
  /** What Stripe kept of the orders paid in the period, as far as it said so, which it did of `ordersWithFee`. */
  fees: AmountsSchema,
  ordersWithFee: v.number(),
  /** What disputes took in the period, with their fees, less what they gave back; below zero when more came back. */
  disputes: v.array(BalanceSchema),
  /** Checkouts begun in the period, and how many of these were paid, whenever. */
  checkouts: v.number(),
  paidCheckouts: v.number(),
  /** Who confirmed the newsletter and who left it in the period. */
  subscribed: v.number(),
  unsubscribed: v.number(),
});

export const AnalyticsSchema = v.object({
  period: PeriodSchema,
  comparison: v.nullable(PeriodSchema),
  step: v.picklist(STEPS),
  totals: TotalsSchema,
  comparisonTotals: v.nullable(TotalsSchema),
  /** The points of the charts in order; the comparison's first point stands beside the period's first. */
  series: v.array(v.object({ ...PeriodSchema.entries, ...TotalsSchema.entries })),
  comparisonSeries: v.array(v.object({ ...PeriodSchema.entries, ...TotalsSchema.entries })),
  /** Most paid copies first, at most ten. */
  topBooks: v.array(v.object({ ebookId: EbookIdSchema, title: v.string(), units: v.number(), revenue: AmountsSchema })),
  /** Paid orders by the buyer's country (ISO 3166, null where it is unknown) and language, most first. */
  countries: v.array(v.object({ country: v.nullable(v.string()), orders: v.number() })),
  languages: v.array(v.object({ locale: v.picklist(LOCALES), orders: v.number() })),
  /** Confirmed subscribers now. */
  subscribers: v.number(),
  /** The site's time zone. A day keeps the time zone that the site had then. */
  timeZone: v.string(),
  /** While what Stripe kept of older orders is still read: of how many it is not known yet; else null. */
  ordersWithoutFee: v.nullable(v.number()),
});
export type Analytics = v.InferOutput<typeof AnalyticsSchema>;

export const analyticsCalls = {
  'GET /api/admin/analytics': { who: 'numbers', query: AnalyticsQuerySchema, answer: AnalyticsSchema },
  /** The series of the period, a line per point, amounts of each currency in a column. */
  'GET /api/admin/analytics.csv': { who: 'numbers', query: AnalyticsExportQuerySchema },
} as const satisfies Calls;
