import { REFUND_OBSTACLES, REFUND_WAITS } from '@site/shared/contracts/admin-orders.ts';
import * as v from 'valibot';

/** What `refund_json` answers. An order whose money can go back has a session and a payment. */
export const RefundRowSchema = v.object({
  id: v.string(),
  order_id: v.string(),
  items: v.nullable(v.array(v.object({ ebook_id: v.string(), quantity: v.number() }))),
  amount_minor: v.number(),
  state: v.picklist(['pending', 'done', 'failed']),
  waits_for: v.nullable(v.picklist(REFUND_WAITS)),
  obstacle: v.nullable(v.picklist(REFUND_OBSTACLES)),
  requested_by: v.string(),
  requested_at: v.string(),
  session_id: v.string(),
  payment_intent_id: v.string(),
});
export type RefundRow = v.InferOutput<typeof RefundRowSchema>;
