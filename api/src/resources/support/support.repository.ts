import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

const HealthRowSchema = v.object({
  checked_at: v.string(),
  payment_event_at: v.nullable(v.string()),
  mail_waiting: v.number(),
  mail_oldest_at: v.nullable(v.string()),
  mail_refused: v.array(v.object({ recipient: v.string(), at: v.string(), reason: v.string() })),
  videos: v.nullable(v.object({ last_success_at: v.nullable(v.string()), last_error: v.nullable(v.string()) })),
});

export const siteHealth = (data: Data): Promise<v.InferOutput<typeof HealthRowSchema>> => data.call('site_health', {}, HealthRowSchema);
