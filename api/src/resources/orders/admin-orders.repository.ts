import { ADMIN_TIMELINE_KINDS, type ORDER_FILTERS, REFUND_CHANNELS, REFUND_OBSTACLES } from '@site/shared/contracts/admin-orders.ts';
import { ORDER_LETTERS } from '@site/shared/contracts/orders.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../platform/actor.ts';
import { AdminChangeRowSchema } from '../../platform/admin-changes.ts';
import { type PageStart, pageOf } from '../../platform/page.ts';
import { RefundRowSchema } from '../payments/refund-row.ts';
import { ReceiptRowSchema } from '../receipts/receipt-row.ts';
import { OrderRowSchema, WholeOrderRowSchema } from './order-row.ts';

export type OrderFilters = {
  words: string;
  /** The number that the words are, if they are one. */
  number: number | null;
  state: (typeof ORDER_FILTERS)[number] | null;
  from: string | null;
  to: string | null;
  /** The code of a coupon. */
  coupon: string | null;
  timeZone: string;
};

const PageSchema = v.object({ orders: v.array(OrderRowSchema), more: v.boolean() });

export const listAdminOrders = async (
  data: Data,
  filters: OrderFilters,
  start: PageStart,
  size: number,
): Promise<v.InferOutput<typeof PageSchema>> =>
  v.parse(
    PageSchema,
    await data.sql.listAdminOrders({
      words: filters.words,
      number: filters.number,
      state: filters.state,
      from: filters.from,
      to: filters.to,
      zone: filters.timeZone,
      coupon: filters.coupon,
      ...pageOf(start, size),
    }),
  );

const AdminOrderRowSchema = v.object({
  order: WholeOrderRowSchema,
  ...v.pick(tables.orders, ['country', 'payment_intent_id', 'terms_version', 'fee_minor', 'fee_tax_minor']).entries,
  dispute: v.nullable(v.omit(tables.disputes, ['order_id'])),
  dispute_unread: v.boolean(),
  awaits_new_owner: v.boolean(),
  link: v.nullable(v.picklist(['open', 'over'])),
  readable: v.array(v.string()),
  refund_pending_minor: v.number(),
  refundable_minor: v.number(),
  obstacle: v.nullable(v.picklist(REFUND_OBSTACLES)),
  refund_channels: v.array(v.picklist(REFUND_CHANNELS)),
  refundable_copies: v.array(v.object({ ebook_id: v.string(), minor: v.number(), is_claimed: v.boolean() })),
  owed_minor: v.number(),
  refunds: v.array(RefundRowSchema),
  receipts: v.array(ReceiptRowSchema),
  refund_request: v.nullable(
    v.object({ ...v.pick(tables.refund_requests, ['reason', 'decision', 'decided_at', 'note']).entries, at: v.string() }),
  ),
  emails: v.array(
    v.object({
      kind: v.picklist(ORDER_LETTERS),
      recipient: v.string(),
      state: v.picklist(['queued', 'sent', 'failed']),
      at: v.string(),
    }),
  ),
  timeline: v.array(v.object({ kind: v.picklist(ADMIN_TIMELINE_KINDS), at: v.string(), amount_minor: v.nullable(v.number()) })),
  changes: v.array(AdminChangeRowSchema),
});
export type AdminOrderRow = v.InferOutput<typeof AdminOrderRowSchema>;

export const getAdminOrder = async (data: Data, orderId: string): Promise<AdminOrderRow | null> =>
  v.parse(v.nullable(AdminOrderRowSchema), await data.sql.getAdminOrder({ orderId }));

const ResentSchema = v.nullable(v.object({ outcome: v.picklist(['queued', 'not_paid']) }));

export const resendMailAsAdmin = async (data: Data, actor: Actor, orderId: string): Promise<v.InferOutput<typeof ResentSchema>> =>
  v.parse(ResentSchema, await data.sql.resendMailAsAdmin({ actor, orderId }));

const RenewedSchema = v.nullable(v.object({ outcome: v.picklist(['sent', 'refused']) }));

export const renewOrderLink = async (data: Data, actor: Actor, orderId: string): Promise<v.InferOutput<typeof RenewedSchema>> =>
  v.parse(RenewedSchema, await data.sql.renewOrderLink({ actor, orderId }));

const CorrectedSchema = v.nullable(v.object({ outcome: v.picklist(['corrected', 'changed', 'refused']) }));

export const correctOrderEmail = async (
  data: Data,
  actor: Actor,
  orderId: string,
  change: { email: string; previousEmail: string },
): Promise<v.InferOutput<typeof CorrectedSchema>> =>
  v.parse(CorrectedSchema, await data.sql.correctOrderEmail({ actor, orderId, email: change.email, previousEmail: change.previousEmail }));

const DeclinedSchema = v.nullable(v.object({ outcome: v.picklist(['declined', 'changed']) }));

export const declineRefund = async (
  data: Data,
  actor: Actor,
  orderId: string,
  note: string,
): Promise<v.InferOutput<typeof DeclinedSchema>> => v.parse(DeclinedSchema, await data.sql.declineRefund({ actor, orderId, note }));
