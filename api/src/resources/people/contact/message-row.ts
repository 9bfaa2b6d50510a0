import * as v from 'valibot';
import { tables } from '../../../gateways/supabase/database.generated.ts';

/** The result of the SQL function `contact_message_json`. */
export const MessageRowSchema = v.object({
  ...v.pick(tables.contact_messages, ['id', 'number', 'name', 'email', 'subject', 'message', 'locale', 'state', 'created_at']).entries,
  assignee: v.nullable(v.pick(tables.team, ['uid', 'email'])),
  replies: v.array(
    v.object({
      ...v.pick(tables.message_replies, ['id', 'body', 'written_by', 'written_at']).entries,
      state: v.picklist(['queued', 'sent', 'failed']),
      undo_seconds: v.number(),
    }),
  ),
});
export type MessageRow = v.InferOutput<typeof MessageRowSchema>;
