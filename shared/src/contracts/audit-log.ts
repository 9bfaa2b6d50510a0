import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LocaleSchema } from '../texts/locales.ts';
import { pageCursors, pageQuery } from './admin-lists.ts';
import type { Calls } from './calls.ts';
import { createTokenSchema } from './text.ts';

/** Subject of a change by an admin. The database has the same list (`lists.test.ts`). */
export const SUBJECT_KINDS = [
  'order',
  'account',
  'ebook',
  'episode',
  'episode_series',
  'content',
  'setting',
  'message',
  'subscriber',
  'mail',
  'team',
  'import',
  'person',
  'post',
  'promotion',
  'campaign',
  'series',
] as const;

/** Every change in the audit log. `other`: an action of a newer version of the site. */
export const ADMIN_ACTIONS = [
  'order_refund_asked',
  'order_copies_taken_back',
  'order_refund_declined',
  'order_email_resent',
  'order_receipt_replaced',
  'order_link_renewed',
  'order_email_corrected',
  'gift_resent',
  'gift_closed',
  'content_published',
  'content_restored',
  'test_email_sent',
  'ebook_added',
  'ebook_edited',
  'ebook_file_replaced',
  'ebook_cover_replaced',
  'ebook_archived',
  'ebook_removed',
  'ebook_sale_set',
  'ebook_sale_ended',
  'review_hidden',
  'review_shown',
  'review_replied',
  'review_reply_removed',
  'ebook_launch_set',
  'ebook_launch_canceled',
  'ebook_sample_set',
  'ebook_sample_removed',
  'episode_created',
  'episode_edited',
  'episode_picture_changed',
  'transcript_saved',
  'transcript_removed',
  'episode_audio_changed',
  'episode_published',
  'episode_scheduled',
  'episode_unscheduled',
  'episode_deleted',
  'podcast_imported',
  'episode_series_created',
  'episode_series_edited',
  'episode_series_deleted',
  'post_edited',
  'post_published',
  'post_scheduled',
  'post_unscheduled',
  'post_withdrawn',
  'post_restored',
  'post_deleted',
  'campaign_scheduled',
  'campaign_unscheduled',
  'campaign_paused',
  'campaign_resumed',
  'campaign_cancelled',
  'campaign_sent_again',
  'campaign_settled',
  'series_switched_on',
  'series_switched_off',
  'series_changed',
  'series_step_added',
  'series_step_moved',
  'series_step_taken_out',
  'message_marked',
  'message_assigned',
  'message_answered',
  'message_reply_undone',
  'message_deleted',
  'person_noted',
  'person_exported',
  'person_deleted',
  'book_given',
  'book_taken_back',
  'imported_book_taken_back',
  'admin_bound',
  'member_invited',
  'invitation_withdrawn',
  'member_joined',
  'member_role_changed',
  'member_removed',
  'import_started',
  'setup_step_skipped',
  'setup_step_resumed',
  'import_undone',
  'import_proof_kept',
  'coupon_added',
  'coupon_edited',
  'bundle_added',
  'bundle_edited',
  'promotion_archived',
  'lists_exported',
  'lists_requested',
  'other',
] as const;
export type AdminAction = (typeof ADMIN_ACTIONS)[number];

/** A change: who, when, what, and the values that differ before and after; null where there was or is no value. */
export const AuditEntrySchema = v.object({
  id: v.number(),
  at: InstantSchema,
  actorEmail: v.string(),
  requestId: v.string(),
  action: v.picklist(ADMIN_ACTIONS),
  /**
   * `name`: the number of an order, the title of an ebook, episode or post, the address of a person. Null for other kinds and for deleted
   * subjects.
   */
  subject: v.object({ kind: v.picklist(SUBJECT_KINDS), id: v.string(), name: v.nullable(v.string()) }),
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
});
export type AuditEntry = v.InferOutput<typeof AuditEntrySchema>;

const filters = {
  kind: v.optional(v.picklist(SUBJECT_KINDS)),
  /** Email address of the admin who made the changes. */
  by: v.optional(v.pipe(createTokenSchema(254), v.minLength(1, 'invalid'))),
};

export const AuditLogQuerySchema = v.object({ ...filters, ...pageQuery });

/** The audit log, newest entry first. `actors`: all admins who ever changed something. */
export const AuditLogSchema = v.object({ entries: v.array(AuditEntrySchema), actors: v.array(v.string()), ...pageCursors });
export type AuditLog = v.InferOutput<typeof AuditLogSchema>;

/** `GET /api/admin/audit-log.csv`: all results of the list. */
export const AuditLogExportQuerySchema = v.object({ ...filters, locale: v.optional(LocaleSchema, 'pt-BR') });

export const auditLogCalls = {
  'GET /api/admin/audit-log': { who: 'site', query: AuditLogQuerySchema, answer: AuditLogSchema },
  'GET /api/admin/audit-log.csv': { who: { least: 'site', recent: true }, query: AuditLogExportQuerySchema },
} as const satisfies Calls;
