import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { TopBookRowSchema } from '../stats/top-book-row.ts';
import type { Period } from './period.ts';

const CountedSchema = v.object({ metric: v.string(), key: v.string(), n: v.number(), minor: v.number() });
export type Counted = v.InferOutput<typeof CountedSchema>;

const RecountRowSchema = v.nullable(v.object({ zone: v.string(), percent: v.number() }));

const AnalyticsRowSchema = v.object({
  zone: v.string(),
  recount: RecountRowSchema,
  totals: v.array(CountedSchema),
  points: v.array(v.object({ from: v.string(), to: v.string(), totals: v.array(CountedSchema) })),
  top: v.array(TopBookRowSchema),
  subscribers: v.number(),
});
export type AnalyticsRow = v.InferOutput<typeof AnalyticsRowSchema>;

export const getAnalytics = (data: Data, { from, to }: Period, step: string): Promise<AnalyticsRow> =>
  data.call('get_analytics', { p_from: from, p_to: to, p_step: step }, AnalyticsRowSchema);

/** The next portion of the days of another time zone: about so many orders. Answers whether there is more to count. */
export const recountDays = (data: Data, timeZone: string, orders: number): Promise<boolean> =>
  data.call('recount_days', { p_zone: timeZone, p_orders: orders }, v.boolean());

/** Removes some sums by days that are shown no more; answers whether there are others. */
export const removeOldDays = (data: Data, rows: number): Promise<boolean> => data.call('remove_old_days', { p_rows: rows }, v.boolean());

/** What is being counted anew, or null. */
export const getRecount = (data: Data): Promise<v.InferOutput<typeof RecountRowSchema>> => data.call('get_recount', {}, RecountRowSchema);
