import { type SnoozeTaskSchema, TASK_KINDS } from '@site/shared/contracts/admin-tasks.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../platform/actor.ts';

const KindSchema = v.picklist(TASK_KINDS);

const TaskListSchema = v.object({
  tasks: v.array(
    v.object({
      kind: KindSchema,
      subject: v.string(),
      label: v.string(),
      began_at: v.string(),
      due_by: v.nullable(v.string()),
      is_late: v.boolean(),
      detail: v.string(),
      amount_minor: v.nullable(v.number()),
      currency: v.nullable(tables.disputes.entries.currency),
      ...v.pick(tables.orders, ['payment_intent_id', 'session_id']).entries,
      snoozed_until: v.nullable(v.string()),
    }),
  ),
  counts: v.partial(v.object(Object.fromEntries(TASK_KINDS.map((kind) => [kind, v.number()])))),
});
export type TaskListRow = v.InferOutput<typeof TaskListSchema>;
export type TaskRow = TaskListRow['tasks'][number];

export const listOwnerTasks = (data: Data, hasChannel: boolean, timeZone: string): Promise<TaskListRow> =>
  data.call('list_owner_tasks', { p_has_channel: hasChannel, p_zone: timeZone }, TaskListSchema);

export const snoozeTask = (
  data: Data,
  actor: Actor,
  { kind, subject, until }: v.InferOutput<typeof SnoozeTaskSchema>,
  timeZone: string,
): Promise<unknown> =>
  data.call('snooze_task', { p_actor: actor, p_kind: kind, p_subject: subject, p_until: until, p_zone: timeZone }, v.unknown());
