import * as v from 'valibot';
import { tables } from '../../../gateways/supabase/database.generated.ts';

/** The result of the SQL function `refund_json`. An order with refundable money has a session and a payment. A free order has neither. */
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
