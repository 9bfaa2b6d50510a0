import { ADMIN_ACTIONS, type AuditEntry } from '@site/shared/contracts/audit-log.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { tables } from '../gateways/supabase/database.generated.ts';

/** The result of the SQL function `audit_entry_json`. */
export const AuditEntryRowSchema = v.object({
  ...v.pick(tables.audit_log, ['id', 'at', 'actor_email', 'request_id', 'subject_kind', 'subject_id']).entries,
  subject_name: v.nullable(v.string()),
  // A newer version may have written an unknown action before a rollback. Such a change is shown without its name.
  action: v.fallback(v.picklist(ADMIN_ACTIONS), 'other'),
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
});

export const toAuditEntry = (row: v.InferOutput<typeof AuditEntryRowSchema>): AuditEntry => ({
  id: row.id,
  at: toInstant(row.at),
  actorEmail: row.actor_email,
  requestId: row.request_id,
  action: row.action,
  subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
  before: row.before,
  after: row.after,
});
