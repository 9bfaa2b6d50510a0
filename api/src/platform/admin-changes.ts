import { ADMIN_ACTIONS, type AdminChange } from '@site/shared/contracts/admin-changes.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { tables } from '../gateways/supabase/database.generated.ts';

/** The result of the SQL function `admin_change_json`. */
export const AdminChangeRowSchema = v.object({
  ...v.pick(tables.admin_changes, ['id', 'at', 'actor_email', 'request_id', 'subject_kind', 'subject_id']).entries,
  subject_name: v.nullable(v.string()),
  // A newer version may have written an unknown action before a rollback. Such a change is shown without its name.
  action: v.fallback(v.picklist(ADMIN_ACTIONS), 'other'),
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
});

export const toAdminChange = (row: v.InferOutput<typeof AdminChangeRowSchema>): AdminChange => ({
  id: row.id,
  at: toInstant(row.at),
  actorEmail: row.actor_email,
  requestId: row.request_id,
  action: row.action,
  subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
  before: row.before,
  after: row.after,
});
