import * as v from 'valibot';
import { MoneySchema } from '../money/money.ts';
import { AdminChangeSchema } from './admin-changes.ts';
import { DaySchema } from './admin-lists.ts';
import { BalanceSchema } from './balances.ts';
import type { Calls } from './calls.ts';
import { EbookIdSchema } from './ebooks.ts';
import { PictureSchema } from './pictures.ts';

/** Unix seconds as text, no later than the year 3000. */
const UnixSecondsSchema = v.pipe(v.string(), v.regex(/^\d{1,11}$/, 'invalid'), v.transform(Number), v.maxValue(32_503_680_000, 'invalid'));

/** Start of today, of the 7 days that end with it and of the month, in the site's time zone. A moment within a day counts as its start. */
export const StatsQuerySchema = v.object({ dayStart: UnixSecondsSchema, weekStart: UnixSecondsSchema, monthStart: UnixSecondsSchema });

/** One amount per currency that has any. */
const AmountsSchema = v.array(MoneySchema);
const PerPeriodSchema = v.object({ today: AmountsSchema, week: AmountsSchema, month: AmountsSchema });
const BalancesSchema = v.array(BalanceSchema);
const BalancesPerPeriodSchema = v.object({ today: BalancesSchema, week: BalancesSchema, month: BalancesSchema });

/** Paid orders since each start and in all, and what the overview shows beside them. */
export const StatsSchema = v.object({
  today: v.number(),
  week: v.number(),
  month: v.number(),
  completedOrders: v.number(),
  users: v.object({ total: v.number(), newThisWeek: v.number() }),
  /** What was paid in each period. */
  takings: PerPeriodSchema,
  /** What was paid in the period before each: yesterday, the 7 days before, and as many days of the month before. */
  takingsBefore: PerPeriodSchema,
  /** What was paid on each of the last 30 days; today is the last one. */
  curve: v.array(v.object({ day: DaySchema, takings: AmountsSchema })),
  /** What was paid back in each period, whenever that had been paid, less what banks returned of it; below zero when more was returned. */
  refunds: BalancesPerPeriodSchema,
  /** What Stripe kept of what was paid in each period, as far as it said so. */
  fees: PerPeriodSchema,
  /** What disputes took in each period, with their fees, less what they gave back; below zero when more came back. */
  disputes: BalancesPerPeriodSchema,
  /** The books with most paid copies in the last 90 days, at most five; what was paid back is left out. */
  topProducts: v.array(
    v.object({ ebookId: EbookIdSchema, title: v.string(), cover: v.nullable(PictureSchema), units: v.number(), takings: AmountsSchema }),
  ),
  /** The five newest changes by an admin; null without the permission to see the history. */
  recentChanges: v.nullable(v.array(v.omit(AdminChangeSchema, ['before', 'after']))),
});
export type Stats = v.InferOutput<typeof StatsSchema>;

export const statsCalls = { 'GET /api/stats': { who: 'numbers', query: StatsQuerySchema, answer: StatsSchema } } as const satisfies Calls;
