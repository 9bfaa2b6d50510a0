import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { TopBookRowSchema } from '../stats/top-book-row.ts';
import type { Period } from './period.ts';

const CountedSchema = v.object({ metric: v.string(), key: v.string(), n: v.number(), minor: v.number() });
export type Counted = v.InferOutput<typeof CountedSchema>;

const AnalyticsRowSchema = v.object({
  zone: v.string(),
  totals: v.array(CountedSchema),
  points: v.array(v.object({ from: v.string(), to: v.string(), totals: v.array(CountedSchema) })),
  top: v.array(TopBookRowSchema),
  subscribers: v.number(),
});
export type AnalyticsRow = v.InferOutput<typeof AnalyticsRowSchema>;

export const getAnalytics = (data: Data, { from, to }: Period, step: string): Promise<AnalyticsRow> =>
  data.call('get_analytics', { p_from: from, p_to: to, p_step: step }, AnalyticsRowSchema);
