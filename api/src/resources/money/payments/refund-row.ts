import * as v from 'valibot';
import { tables } from '../../../gateways/supabase/database.generated.ts';

/** What `refund_json` answers. An order whose money can go back has a session and a payment; one that cost nothing has none. */
export const RefundRowSchema = v.object({
  ...v.pick(tables.order_refunds, [
    'id',
    'order_id',
    'amount_minor',
    'state',
    'waits_for',
    'obstacle',
    'channel',
    'evidence',
    'keeps_access',
    'reason',
    'requested_by',
    'requested_at',
  ]).entries,
  items: v.nullable(v.array(v.object({ ebook_id: v.string(), quantity: v.number() }))),
  session_id: v.nullable(v.string()),
  payment_intent_id: v.nullable(v.string()),
});
export type RefundRow = v.InferOutput<typeof RefundRowSchema>;
