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
export const getOrder = async (data: Data, uid: string, orderId: string): Promise<OrderPageRow | null> =>
  v.parse(v.nullable(OrderPageRowSchema), await data.sql.getOrder({ uid, orderId }));

const CanceledSchema = v.nullable(v.object({ outcome: v.picklist(['canceled', 'refused']) }));

export const cancelPayment = async (data: Data, uid: string, orderId: string): Promise<v.InferOutput<typeof CanceledSchema>> =>
  v.parse(CanceledSchema, await data.sql.cancelPayment({ uid, orderId }));

const ReceivedSchema = v.nullable(v.object({ outcome: v.picklist(['received', 'refused']) }));

export const receiveFreeOrder = async (data: Data, uid: string, orderId: string): Promise<v.InferOutput<typeof ReceivedSchema>> =>
  v.parse(ReceivedSchema, await data.sql.receiveFreeOrder({ uid, orderId }));

const ResentSchema = v.nullable(v.object({ outcome: v.picklist(['queued', 'not_paid']) }));

export const resendOrderLink = (data: Data, orderId: string): Promise<unknown> => data.sql.resendOrderLink({ orderId });

export const resendPurchaseMail = async (data: Data, uid: string, orderId: string): Promise<v.InferOutput<typeof ResentSchema>> =>
  v.parse(ResentSchema, await data.sql.resendPurchaseMail({ uid, orderId }));

const RequestedSchema = v.nullable(
  v.variant('outcome', [v.object({ outcome: v.literal('stored'), requested_at: v.string() }), v.object({ outcome: v.literal('refused') })]),
);

export const requestRefund = async (
  data: Data,
  request: { uid: string; orderId: string; reason: string; ownerEmail: string },
): Promise<v.InferOutput<typeof RequestedSchema>> =>
  v.parse(
    RequestedSchema,
    await data.sql.requestRefund({ uid: request.uid, orderId: request.orderId, reason: request.reason, ownerEmail: request.ownerEmail }),
  );
