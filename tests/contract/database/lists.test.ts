import { EBOOK_STATES } from '@site/shared/contracts/admin-ebooks.ts';
import { IMPORT_KINDS, IMPORT_SOURCES, IMPORT_STATES, KEPT_REASONS } from '@site/shared/contracts/admin-imports.ts';
import { MESSAGE_STATES } from '@site/shared/contracts/admin-messages.ts';
import { NOTICE_KINDS, NOTICE_WAYS } from '@site/shared/contracts/admin-notices.ts';
import { DISPUTE_REASONS, REFUND_CHANNELS, REFUND_DECISIONS, REFUND_OBSTACLES, REFUND_WAITS } from '@site/shared/contracts/admin-orders.ts';
import { SETUP_STEPS } from '@site/shared/contracts/admin-setup.ts';
import { SUBSCRIBER_STATES, SUPPRESSION_REASONS } from '@site/shared/contracts/admin-subscribers.ts';
import { ALERT_KINDS, SNOOZED_KINDS } from '@site/shared/contracts/admin-tasks.ts';
import { SUBJECT_KINDS } from '@site/shared/contracts/audit-log.ts';
import { CAMPAIGN_STATES, CAMPAIGN_STOPS } from '@site/shared/contracts/campaign-rules.ts';
import { SAMPLE_PROBLEMS } from '@site/shared/contracts/ebook-rules.ts';
import { CONTACT_SUBJECTS } from '@site/shared/contracts/form-rules.ts';
import { GIFT_KINDS } from '@site/shared/contracts/gifts.ts';
import { SUBSCRIBER_SOURCES } from '@site/shared/contracts/newsletter.ts';
import { DISPUTE_STATES, DUE_METHODS, ORDER_STATES } from '@site/shared/contracts/orders.ts';
import { NEWS_KINDS, POST_KINDS, POST_STATES, POST_VISIBILITIES } from '@site/shared/contracts/post-rules.ts';
import { RECEIPT_KINDS, RECEIPT_SERIES } from '@site/shared/contracts/receipts.ts';
import { HIDDEN_REASONS } from '@site/shared/contracts/review-rules.ts';
import { SERIES_STATES } from '@site/shared/contracts/series-rules.ts';
import { TEAM_ROLES } from '@site/shared/contracts/team.ts';
import { METRICS } from '@site/shared/page-reports/report-limits.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import { expect, test } from 'vitest';
import { tables } from '../../../api/src/gateways/supabase/database.generated.ts';

/** Returns the values that a column's check accepts. `schemas.test.ts` checks that these come from the schema files. */
const valuesOf = ({ entries }: { entries: Readonly<Record<string, unknown>> }, column: string): readonly string[] => {
  const schema = entries[column] as { options?: readonly string[]; wrapped?: { options: readonly string[] } };
  return [...(schema.options ?? schema.wrapped?.options ?? [])].sort();
};

test.each([
  ['subjects of admin changes', SUBJECT_KINDS, tables.audit_log, 'subject_kind'],
  ['states of books', EBOOK_STATES, tables.ebooks_metadata, 'state'],
  ['kinds of imports', IMPORT_KINDS, tables.imports, 'kind'],
  ['sources of imports', IMPORT_SOURCES, tables.imports, 'source'],
  ['states of imports', ['waiting', ...IMPORT_STATES], tables.imports, 'state'],
  ['reasons to keep an imported row', KEPT_REASONS, tables.import_subjects, 'kept'],
  ['states of messages', MESSAGE_STATES, tables.contact_messages, 'state'],
  ['subjects of messages', CONTACT_SUBJECTS, tables.contact_messages, 'subject'],
  ['notices', NOTICE_KINDS, tables.team_notices, 'kind'],
  ['notices in the daily summary', NOTICE_KINDS, tables.daily_notices, 'kind'],
  ['frequencies of notices', NOTICE_WAYS, tables.team_notices, 'how'],
  ['reasons of disputes', DISPUTE_REASONS, tables.disputes, 'reason'],
  ['states of disputes', DISPUTE_STATES, tables.disputes, 'state'],
  // `none` means that no money was involved.
  ['channels of refunds', [...REFUND_CHANNELS, 'none'], tables.order_refunds, 'channel'],
  // `under_way` is only computed when a refund is requested, and never stored.
  ['obstacles of refunds', REFUND_OBSTACLES.filter((obstacle) => obstacle !== 'under_way'), tables.order_refunds, 'obstacle'],
  ['waits of refunds', REFUND_WAITS, tables.order_refunds, 'waits_for'],
  ['decisions about refunds', REFUND_DECISIONS, tables.refund_requests, 'decision'],
  ['states of orders', ORDER_STATES, tables.orders, 'state'],
  ['delayed payment methods', DUE_METHODS, tables.orders, 'pay_with'],
  ['kinds of receipts', RECEIPT_KINDS, tables.receipts, 'kind'],
  ['series of receipts', RECEIPT_SERIES, tables.receipt_series, 'series'],
  ['kinds of gifts', GIFT_KINDS, tables.gifts, 'kind'],
  ['setup steps', SETUP_STEPS, tables.setup_skips, 'step'],
  ['alert kinds', ALERT_KINDS, tables.owner_alerts, 'kind'],
  ['tasks that can be postponed', SNOOZED_KINDS, tables.task_snoozes, 'kind'],
  ['problems of samples', SAMPLE_PROBLEMS, tables.ebook_samples, 'problem'],
  ['states of subscribers', SUBSCRIBER_STATES, tables.newsletter_subscribers, 'state'],
  ['sources of subscribers', SUBSCRIBER_SOURCES, tables.newsletter_subscribers, 'source'],
  ['reasons to suppress an address', SUPPRESSION_REASONS, tables.suppressed_addresses, 'reason'],
  ['states of newsletter issues', CAMPAIGN_STATES, tables.campaigns, 'state'],
  ['reasons that stop a newsletter issue', CAMPAIGN_STOPS, tables.campaigns, 'stopped_by'],
  ['states of the series', SERIES_STATES, tables.campaign_series, 'state'],
  ['kinds of posts', POST_KINDS, tables.posts, 'kind'],
  ['states of posts', POST_STATES, tables.posts, 'state'],
  ['visibilities of posts', POST_VISIBILITIES, tables.posts, 'visibility'],
  ['subjects of automatic drafts', NEWS_KINDS, tables.automatic_drafts, 'about_kind'],
  ['reasons to hide a review', HIDDEN_REASONS, tables.reviews, 'hidden_reason'],
  ['team roles', TEAM_ROLES, tables.team, 'role'],
  ['roles of invitations', TEAM_ROLES, tables.team_invitations, 'role'],
  ['page measurements', METRICS, tables.page_vitals, 'metric'],
  ['languages', LOCALES, tables.orders, 'locale'],
] satisfies [string, readonly string[], Parameters<typeof valuesOf>[0], string][])(
  'contract and database list the same %s',
  (_what, listed, table, column) => {
    expect(valuesOf(table, column)).toEqual([...listed].sort());
  },
);
