import {
  TASK_KINDS,
  TASK_SECTIONS,
  type Task,
  type TaskKind,
  type TaskSection,
  type Tasks,
  taskPermissions,
} from '@site/shared/contracts/admin-tasks.ts';
import type { Permission } from '@site/shared/contracts/team.ts';
import { toInstant, toInstantOrNull } from '@site/shared/dates/dates.ts';
import { toMoney } from '@site/shared/money/money.ts';
import * as v from 'valibot';
import { paymentUrl } from '../../../gateways/stripe/dashboard.ts';
import { tables } from '../../../gateways/supabase/database.generated.ts';

export const TaskListSchema = v.object({
  tasks: v.array(
    v.object({
      kind: v.picklist(TASK_KINDS),
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
type TaskListRow = v.InferOutput<typeof TaskListSchema>;

/** The section of the dashboard where each kind of task is done. */
const sections = {
  dispute: 'orders',
  refund_request: 'orders',
  undelivered_order: 'orders',
  failed_refund: 'orders',
  paid_twice: 'orders',
  owed_refund: 'orders',
  amount_differs: 'orders',
  overdue_payment: 'orders',
  ledger_fault: 'orders',
  disputes_unread: 'orders',
  message: 'messages',
  review: 'reviews',
  ebook_draft: 'ebooks',
  launch_file: 'ebooks',
  campaign_stopped: 'campaigns',
  campaign_late: 'campaigns',
  campaign_unknown: 'campaigns',
  campaign_complained: 'campaigns',
  post_unpublished: 'posts',
  import_refused: 'imports',
  unstamped_book: 'ebooks',
  stuck_mail: 'support',
  payments_unread: 'support',
  channel_unread: 'support',
  mailbox_unread: 'support',
  job_failing: 'support',
} as const satisfies Record<TaskKind, TaskSection>;

const toTask = (row: TaskListRow['tasks'][number]): Task => ({
  kind: row.kind,
  subject: row.subject,
  label: row.label,
  since: toInstant(row.began_at),
  dueBy: toInstantOrNull(row.due_by),
  isLate: row.is_late,
  detail: row.detail,
  amount: row.amount_minor === null || row.currency === null ? null : toMoney(row.amount_minor, row.currency),
  url: row.kind === 'dispute' ? paymentUrl(row.payment_intent_id, row.session_id) : null,
  snoozedUntil: toInstantOrNull(row.snoozed_until),
});

/** Returns the tasks that an admin with these permissions sees, and their number per section. */
export function toTasks({ tasks, counts }: TaskListRow, permissions: readonly Permission[]): Tasks {
  const kinds = TASK_KINDS.filter((kind) => permissions.includes(taskPermissions[kind]));
  const countOf = (section: TaskSection) =>
    kinds.filter((kind) => sections[kind] === section).reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  return {
    tasks: tasks.filter(({ kind }) => kinds.includes(kind)).map(toTask),
    counts: Object.fromEntries(TASK_SECTIONS.map((section) => [section, countOf(section)])) as Tasks['counts'],
  };
}
