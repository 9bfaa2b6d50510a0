import { OrderDetailSchema, TIMELINE_KINDS } from '@site/shared/contracts/orders.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { ReceiptRowSchema } from '../receipts/receipt-row.ts';
import { WholeOrderRowSchema } from './order-row.ts';

/** What `get_order` answers. */
const OrderPageRowSchema = v.object({
  order: WholeOrderRowSchema,
  readable: v.array(v.string()),
  terms_version: v.string(),
  email_state: OrderDetailSchema.entries.emailState,
  timeline: v.array(v.object({ kind: v.picklist(TIMELINE_KINDS), at: v.string() })),
  may_cancel: v.boolean(),
  receive_by: v.nullable(v.string()),
  refund_pending_minor: v.number(),
  refund_asks_buyer: v.boolean(),
  refund_requested_at: v.nullable(v.string()),
  refund_declined: v.nullable(v.object({ at: v.string(), note: v.string() })),
  may_request_refund: v.boolean(),
  receipts: v.array(ReceiptRowSchema),
  may_change_receipt: v.boolean(),
});
export type OrderPageRow = v.InferOutput<typeof OrderPageRowSchema>;

/** Null for an order that is not of `uid`. */
export const getOrder = (data: Data, uid: string, orderId: string): Promise<OrderPageRow | null> =>
  data.call('get_order', { p_uid: uid, p_order_id: orderId }, v.nullable(OrderPageRowSchema));

const CanceledSchema = v.nullable(v.object({ outcome: v.picklist(['canceled', 'refused']) }));

export const cancelPayment = (data: Data, uid: string, orderId: string): Promise<v.InferOutput<typeof CanceledSchema>> =>
  data.call('cancel_payment', { p_uid: uid, p_order_id: orderId }, CanceledSchema);

const ReceivedSchema = v.nullable(v.object({ outcome: v.picklist(['received', 'refused']) }));

export const receiveFreeOrder = (data: Data, uid: string, orderId: string): Promise<v.InferOutput<typeof ReceivedSchema>> =>
  data.call('receive_free_order', { p_uid: uid, p_order_id: orderId }, ReceivedSchema);

const ResentSchema = v.nullable(v.object({ outcome: v.picklist(['queued', 'not_paid']) }));

export const resendOrderLink = (data: Data, orderId: string): Promise<unknown> =>
  data.call('resend_order_link', { p_order_id: orderId }, v.unknown());

export const resendPurchaseMail = (data: Data, uid: string, orderId: string): Promise<v.InferOutput<typeof ResentSchema>> =>
  data.call('resend_purchase_mail', { p_uid: uid, p_order_id: orderId }, ResentSchema);

const RequestedSchema = v.nullable(
  v.variant('outcome', [v.object({ outcome: v.literal('stored'), requested_at: v.string() }), v.object({ outcome: v.literal('refused') })]),
);

export const requestRefund = (
  data: Data,
  request: { uid: string; orderId: string; reason: string; ownerEmail: string },
): Promise<v.InferOutput<typeof RequestedSchema>> =>
  data.call(
    'request_refund',
    { p_uid: request.uid, p_order_id: request.orderId, p_reason: request.reason, p_owner_email: request.ownerEmail },
    RequestedSchema,
  );
