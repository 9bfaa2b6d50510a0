import * as v from 'valibot';
import { MoneySchema } from '../money/money.ts';
import { DaySchema } from './admin-lists.ts';
import { AuditEntrySchema } from './audit-log.ts';
import { BalanceSchema } from './balances.ts';
import type { Calls } from './calls.ts';
import { EbookIdSchema } from './ebooks.ts';
import { PictureSchema } from './pictures.ts';

/** Unix seconds as text, no later than the year 3000. */
const UnixSecondsSchema = v.pipe(v.string(), v.regex(/^\d{1,11}$/, 'invalid'), v.transform(Number), v.maxValue(32_503_680_000, 'invalid'));

/**
 * Start of today, of the 7 days that end today, and of the month, in the site's time zone. A moment within a day counts as the day's start.
 */
export const StatsQuerySchema = v.object({ dayStart: UnixSecondsSchema, weekStart: UnixSecondsSchema, monthStart: UnixSecondsSchema });

/** Amounts by currency. A currency without an amount is left out. */
const AmountsSchema = v.array(MoneySchema);
const PerPeriodSchema = v.object({ today: AmountsSchema, week: AmountsSchema, month: AmountsSchema });
const BalancesSchema = v.array(BalanceSchema);
const BalancesPerPeriodSchema = v.object({ today: BalancesSchema, week: BalancesSchema, month: BalancesSchema });

/** Numbers of paid orders since each start and in total, and the other figures of the overview. */
export const StatsSchema = v.object({
  today: v.number(),
  week: v.number(),
  month: v.number(),
  completedOrders: v.number(),
  users: v.object({ total: v.number(), newThisWeek: v.number() }),
  /** The sums of the payments in each period. */
  takings: PerPeriodSchema,
  /** Payments in the period before each: yesterday, the 7 days before, and the same number of days of the previous month. */
  takingsBefore: PerPeriodSchema,
  /** Payments on each of the last 30 days, ending with today. */
  curve: v.array(v.object({ day: DaySchema, takings: AmountsSchema })),
  /** Refunds made in each period, whenever the order was paid, minus refunds that banks returned. Negative if more was returned. */
  refunds: BalancesPerPeriodSchema,
  /** Stripe's fees for the payments of each period, as far as Stripe has reported them. */
  fees: PerPeriodSchema,
  /** Disputed amounts and dispute fees in each period, minus amounts that were returned. Negative if more was returned. */
  disputes: BalancesPerPeriodSchema,
  /** The books with the most paid copies of the last 90 days, at most five. Refunded copies do not count. */
  topProducts: v.array(
    v.object({ ebookId: EbookIdSchema, title: v.string(), cover: v.nullable(PictureSchema), units: v.number(), takings: AmountsSchema }),
  ),
  /** The five newest changes by an admin; null without the permission to see the audit log. */
  recentEntries: v.nullable(v.array(v.omit(AuditEntrySchema, ['before', 'after']))),
});
export type Stats = v.InferOutput<typeof StatsSchema>;

export const statsCalls = { 'GET /api/stats': { who: 'numbers', query: StatsQuerySchema, answer: StatsSchema } } as const satisfies Calls;
