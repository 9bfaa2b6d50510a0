import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { AdminChangeRowSchema } from '../../platform/admin-changes.ts';
import { AmountsRowSchema, TopBookRowSchema } from './top-book-row.ts';

const PeriodSchema = v.object({
  orders: v.number(),
  amounts: AmountsRowSchema,
  refunds: AmountsRowSchema,
  fees: AmountsRowSchema,
  disputes: AmountsRowSchema,
});
const StatsRowSchema = v.object({
  today: PeriodSchema,
  week: PeriodSchema,
  month: PeriodSchema,
  completed: v.number(),
  users: v.number(),
  new_users: v.number(),
  top: v.array(TopBookRowSchema),
  changes: v.array(AdminChangeRowSchema),
});

const momentOf = (unixSeconds: number): string => new Date(unixSeconds * 1_000).toISOString();

export const getStats = (data: Data, since: { day: number; week: number; month: number }): Promise<v.InferOutput<typeof StatsRowSchema>> =>
  data.call('get_stats', { p_day: momentOf(since.day), p_week: momentOf(since.week), p_month: momentOf(since.month) }, StatsRowSchema);
