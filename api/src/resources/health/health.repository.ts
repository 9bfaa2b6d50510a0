import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';

const RunSchema = v.pick(tables.jobs, ['last_success_at', 'last_error']);

const HealthSchema = v.object({
  checked_at: v.string(),
  payment_event_at: v.nullable(v.string()),
  mail_sent_at: v.nullable(v.string()),
  mail_waiting: v.number(),
  mail_oldest_at: v.nullable(v.string()),
  mail_tried_since: v.nullable(v.string()),
  mail_stuck_since: v.nullable(v.string()),
  mail_refused: v.array(v.object({ recipient: v.string(), at: v.string(), reason: v.string() })),
  reconciliation: v.nullable(RunSchema),
  videos: v.nullable(RunSchema),
  mailbox: v.nullable(v.object({ ...RunSchema.entries, unread: v.number() })),
  late_jobs: v.array(v.string()),
});
export type HealthRow = v.InferOutput<typeof HealthSchema>;

export const getHealth = (data: Data): Promise<HealthRow> => data.call('get_health', {}, HealthSchema);

/** Rejects when the database takes no writes. */
export const tryWrite = (data: Data): Promise<unknown> => data.call('try_write', {}, v.unknown());

/** False while a restore is under way. */
export const isRestored = (data: Data): Promise<boolean> => data.call('is_restored', {}, v.boolean());
