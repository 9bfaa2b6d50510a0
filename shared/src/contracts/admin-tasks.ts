import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { MoneySchema } from '../money/money.ts';
import type { Calls } from './calls.ts';
import type { Permission } from './team.ts';
import { createTokenSchema } from './text.ts';

/** What keeps letters to readers waiting for the owner, and is told of at once. */
const LETTER_ALERTS = ['letter_stopped', 'letter_late', 'letter_unknown'] as const;

/** What can be wrong that letters tell the owner of: that it began, lasts and is over. */
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
  ...LETTER_ALERTS,
] as const;

/** What can be wrong. Of a book that cannot be stamped a mail of its own tells, once for each file. */
export const INCIDENT_KINDS = [...ALERT_KINDS, 'unstamped_book'] as const;

const ORDINARY_KINDS = ['refund_request', 'message', 'ebook_draft', 'letter_complained', 'post_unpublished', 'import_refused'] as const;

/** What can be put off. The database has the same list (`lists.test.ts`). */
export const SNOOZED_KINDS = [...LETTER_ALERTS, ...ORDINARY_KINDS] as const;

export const TASK_KINDS = ['dispute', 'launch_file', 'review', ...INCIDENT_KINDS, ...ORDINARY_KINDS] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** The permission to do something about each, and to open where it leads. */
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
  letter_stopped: 'send',
  letter_late: 'send',
  letter_unknown: 'send',
  letter_complained: 'send',
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
export const TASK_SECTIONS = ['orders', 'messages', 'reviews', 'ebooks', 'posts', 'letters', 'imports', 'support'] as const;
export type TaskSection = (typeof TASK_SECTIONS)[number];

export const TaskSchema = v.object({
  kind: v.picklist(TASK_KINDS),
  /** The id of the order, book, review, text, letter or import, the number of the message, the job and its unit; empty for what there is one of. */
  subject: v.string(),
  /**
   * The order's number, the sender of the message, the book's title, also that of a review, the letter's subject, the title of what a text
   * is about, the name of an imported file, of a job and what it fails at.
   */
  label: v.string(),
  since: InstantSchema,
  /** Until when a dispute or a message has to be answered; null when there is no such moment, or no answer. */
  dueBy: v.nullable(InstantSchema),
  isLate: v.boolean(),
  /**
   * A word of ours for orders, books and disputes, the sender's address, the buyer's or the reviewer's words, of what was paid twice the
   * number of the other order, the number of readers who may or may not have a letter, or who called it spam, of rows that could not be imported, amounts as `2990 BRL`, else
   * what the mail server or the provider said.
   */
  detail: v.string(),
  /** What is disputed, or can be refunded. */
  amount: v.nullable(MoneySchema),
  /** Where a dispute is answered. */
  url: v.nullable(v.string()),
  snoozedUntil: v.nullable(InstantSchema),
});
export type Task = v.InferOutput<typeof TaskSchema>;

/**
 * What waits for the owner and concerns the caller, the most pressing first, at most 10 of a kind, and as many that
 * were put off. `counts`: how many there are in each section without the latter, at most 1,000 of a kind.
 */
export const TasksSchema = v.object({
  tasks: v.array(TaskSchema),
  counts: v.object(
    Object.fromEntries(TASK_SECTIONS.map((section) => [section, v.number()])) as Record<TaskSection, v.NumberSchema<undefined>>,
  ),
});
export type Tasks = v.InferOutput<typeof TasksSchema>;

/** Until eight o'clock of tomorrow or of next Monday, in the site's time zone; null takes it back. */
export const SNOOZES = ['tomorrow', 'next_week'] as const;
export const SnoozeTaskSchema = v.object({
  kind: v.picklist(SNOOZED_KINDS),
  subject: createTokenSchema(80),
  until: v.nullable(v.picklist(SNOOZES)),
});

/** Each task concerns the admins with its permission (`taskPermissions`). */
export const taskCalls = {
  'GET /api/admin/tasks': { who: 'team', answer: TasksSchema },
  'PUT /api/admin/task-snoozes': { who: 'team', body: SnoozeTaskSchema, answer: TasksSchema },
} as const satisfies Calls;
