import { ADMIN_ACTIONS, type AdminChange, SUBJECT_KINDS } from '@site/shared/contracts/admin-changes.ts';
import { instant } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';

/** What `admin_change_json` answers. */
export const AdminChangeRowSchema = v.object({
  id: v.number(),
  at: v.string(),
  actor_email: v.string(),
  request_id: v.string(),
  // Written by a newer version that was rolled back: the change is shown, without its name.
  action: v.fallback(v.picklist(ADMIN_ACTIONS), 'other'),
  subject_kind: v.picklist(SUBJECT_KINDS),
  subject_id: v.string(),
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
});

export const toAdminChange = (row: v.InferOutput<typeof AdminChangeRowSchema>): AdminChange => ({
  id: row.id,
  at: instant(row.at),
  actorEmail: row.actor_email,
  requestId: row.request_id,
  action: row.action,
  subject: { kind: row.subject_kind, id: row.subject_id },
  before: row.before,
  after: row.after,
});
