import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { MoneySchema } from '../money/money.ts';
import type { Calls } from './calls.ts';
import type { Permission } from './team.ts';
import { createTokenSchema } from './text.ts';

/** Problems that hold back a newsletter issue until the owner acts. The owner gets an email at once. */
const CAMPAIGN_ALERTS = ['campaign_stopped', 'campaign_late', 'campaign_unknown'] as const;

/** Problems about which the owner gets emails: when they begin, while they last, and when they end. */
export const ALERT_KINDS = [
  'stuck_mail',
  'undelivered_order',
  'failed_refund',
  'paid_twice',
  'owed_refund',
  'amount_differs',
  'overdue_payment',
  'ledger_fault',
  'disputes_unread',
  'payments_unread',
  'channel_unread',
  'mailbox_unread',
  'job_failing',
  ...CAMPAIGN_ALERTS,
] as const;

/** All problems: those above, and a book that cannot be stamped. For such a book the owner gets another email, once for each file. */
export const INCIDENT_KINDS = [...ALERT_KINDS, 'unstamped_book'] as const;

const ORDINARY_KINDS = ['refund_request', 'message', 'ebook_draft', 'campaign_complained', 'post_unpublished', 'import_refused'] as const;

/** Tasks that can be snoozed. The database has the same list (`lists.test.ts`). */
export const SNOOZED_KINDS = [...CAMPAIGN_ALERTS, ...ORDINARY_KINDS] as const;

export const TASK_KINDS = ['dispute', 'launch_file', 'review', ...INCIDENT_KINDS, ...ORDINARY_KINDS] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** The permission that is needed to do each task and to open its page. */
export const taskPermissions: Readonly<Record<TaskKind, Permission>> = {
  dispute: 'people',
  undelivered_order: 'people',
  failed_refund: 'people',
  paid_twice: 'people',
  owed_refund: 'people',
  amount_differs: 'people',
  overdue_payment: 'people',
  ledger_fault: 'money',
  disputes_unread: 'people',
  refund_request: 'money',
  message: 'people',
  review: 'people',
  ebook_draft: 'content',
  launch_file: 'content',
  campaign_stopped: 'send',
  campaign_late: 'send',
  campaign_unknown: 'send',
  campaign_complained: 'send',
  post_unpublished: 'content',
  import_refused: 'lists',
  unstamped_book: 'content',
  stuck_mail: 'site',
  payments_unread: 'site',
  channel_unread: 'site',
  mailbox_unread: 'site',
  job_failing: 'site',
};

/** The sections of the admin area where tasks are done. */
export const TASK_SECTIONS = ['orders', 'messages', 'reviews', 'ebooks', 'posts', 'campaigns', 'imports', 'support'] as const;
export type TaskSection = (typeof TASK_SECTIONS)[number];

export const TaskSchema = v.object({
  kind: v.picklist(TASK_KINDS),
  /**
   * Id of the order, book, review, post, issue or import; number of the message; or the job and its unit. Empty for tasks that exist only
   * once.
   */
  subject: v.string(),
  /**
   * The order's number, the message's sender, the book's title (also for a review), the subject, the title of a post, the name of
   * an imported file, or the job and the unit at which it fails.
   */
  label: v.string(),
  since: InstantSchema,
  /** Deadline for the answer to a dispute or a message; null without a deadline or answer. */
  dueBy: v.nullable(InstantSchema),
  isLate: v.boolean(),
  /**
   * Depends on the kind: one of our codes (orders, books, disputes); the sender's address; the words of the buyer or the reviewer; the
   * number of the other order (paid twice); a number of readers (an issue of unknown delivery, or spam complaints) or of rows (not
   * imported); amounts such as `2990 BRL`; otherwise the error of the mail server or the provider.
   */
  detail: v.string(),
  /** The disputed or refundable amount of the task's order. */
  amount: v.nullable(MoneySchema),
  /** The page where the owner answers a dispute. */
  url: v.nullable(v.string()),
  snoozedUntil: v.nullable(InstantSchema),
});
export type Task = v.InferOutput<typeof TaskSchema>;

/**
 * The caller's tasks, most urgent first: at most 10 of a kind, and as many snoozed ones. `counts`: tasks in each section that are not
 * snoozed, at most 1,000 of a kind.
 */
export const TasksSchema = v.object({
  tasks: v.array(TaskSchema),
  counts: v.object(
    Object.fromEntries(TASK_SECTIONS.map((section) => [section, v.number()])) as Record<TaskSection, v.NumberSchema<undefined>>,
  ),
});
export type Tasks = v.InferOutput<typeof TasksSchema>;

/** How long a task is snoozed: until 8 a.m. tomorrow or next Monday, in the site's time zone. Null undoes the snooze. */
export const SNOOZES = ['tomorrow', 'next_week'] as const;
export const SnoozeTaskSchema = v.object({
  kind: v.picklist(SNOOZED_KINDS),
  subject: createTokenSchema(80),
  until: v.nullable(v.picklist(SNOOZES)),
});

/** Each task is shown to the admins with its permission (`taskPermissions`). */
export const taskCalls = {
  'GET /api/admin/tasks': { who: 'team', answer: TasksSchema },
  'PUT /api/admin/task-snoozes': { who: 'team', body: SnoozeTaskSchema, answer: TasksSchema },
} as const satisfies Calls;
