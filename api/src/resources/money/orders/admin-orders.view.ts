import {
  ADMIN_TIMELINE_KINDS,
  type AdminOrder,
  type ListedOrder,
  REFUND_CHANNELS,
  REFUND_OBSTACLES,
} from '@site/shared/contracts/admin-orders.ts';
import { ORDER_EMAILS } from '@site/shared/contracts/orders.ts';
import { toInstant, toInstantOrNull } from '@site/shared/dates/dates.ts';
import { toMoney } from '@site/shared/money/money.ts';
import * as v from 'valibot';
import { paymentUrl } from '../../../gateways/stripe/dashboard.ts';
import { tables } from '../../../gateways/supabase/database.generated.ts';
import { AuditEntryRowSchema, toAuditEntry } from '../../../platform/audit-log.ts';
import { RefundRowSchema } from '../payments/refund-row.ts';
import { ReceiptRowSchema } from '../receipts/receipt-row.ts';
import { toMaskedReceipts } from '../receipts/receipts.view.ts';
import { type OrderRow, WholeOrderRowSchema } from './order-row.ts';
import { itemsWithAccess, toOrder } from './orders.view.ts';

export const AdminOrderRowSchema = v.object({
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
      kind: v.picklist(ORDER_EMAILS),
      recipient: v.string(),
      state: v.picklist(['queued', 'sent', 'failed']),
      at: v.string(),
    }),
  ),
  timeline: v.array(v.object({ kind: v.picklist(ADMIN_TIMELINE_KINDS), at: v.string(), amount_minor: v.nullable(v.number()) })),
  audit_entries: v.array(AuditEntryRowSchema),
});
type AdminOrderRow = v.InferOutput<typeof AdminOrderRowSchema>;

/** Returns an order for the admin's list. */
export const toListedOrder = (row: OrderRow): ListedOrder => ({
  ...toOrder(row),
  coupon: row.coupon && { code: row.coupon.code, isBeyond: row.coupon.is_beyond },
});

/** Returns an order with all its details for the admin. */
export function toAdminOrder(page: AdminOrderRow): AdminOrder {
  const { order: row } = page;
  const amount = (minor: number) => toMoney(minor, row.currency);
  return {
    ...toListedOrder(row),
    items: itemsWithAccess(row, page.readable).map((item) => ({
      ...item,
      refundable: page.refundable_copies.flatMap(({ ebook_id, minor }) => (ebook_id === item.ebookId ? [amount(minor)] : [])),
      claimed: page.refundable_copies.filter(({ ebook_id, is_claimed }) => ebook_id === item.ebookId && is_claimed).length,
    })),
    buyerUid: row.buyer_uid,
    link: page.link,
    locale: row.locale,
    country: page.country,
    termsVersion: page.terms_version,
    sessionId: row.session_id,
    paymentIntentId: page.payment_intent_id,
    dispute: page.dispute && {
      reason: page.dispute.reason,
      state: page.dispute.state,
      amount: toMoney(page.dispute.amount_minor, page.dispute.currency),
      dueBy: toInstantOrNull(page.dispute.due_by),
      openedAt: toInstant(page.dispute.opened_at),
      answeredAt: toInstantOrNull(page.dispute.evidence_at),
      closedAt: toInstantOrNull(page.dispute.closed_at),
      url: paymentUrl(page.payment_intent_id, row.session_id),
    },
    isDisputeUnread: page.dispute_unread,
    awaitsNewOwner: page.awaits_new_owner,
    fee: page.fee_minor === null ? null : amount(page.fee_minor),
    feeTax: amount(page.fee_tax_minor ?? 0),
    refundPending: amount(page.refund_pending_minor),
    refundable: amount(page.refundable_minor),
    owed: amount(page.owed_minor),
    obstacle: page.obstacle,
    refundChannels: page.refund_channels,
    refunds: page.refunds.map((refund) => ({
      id: refund.id,
      amount: amount(refund.amount_minor),
      items: refund.items?.map(({ ebook_id, quantity }) => ({ ebookId: ebook_id, quantity })) ?? null,
      state: refund.state,
      waitsFor: refund.waits_for,
      obstacle: refund.obstacle,
      channel: refund.channel,
      evidence: refund.evidence,
      keepsAccess: refund.keeps_access,
      reason: refund.reason,
      requestedAt: toInstant(refund.requested_at),
      by: refund.requested_by,
    })),
    receipts: toMaskedReceipts(page.receipts),
    refundRequest: page.refund_request && {
      reason: page.refund_request.reason,
      at: toInstant(page.refund_request.at),
      decision: page.refund_request.decision,
      decidedAt: toInstantOrNull(page.refund_request.decided_at),
      note: page.refund_request.note,
    },
    emails: page.emails.map((mail) => ({ ...mail, at: toInstant(mail.at) })),
    timeline: page.timeline.map(({ kind, at, amount_minor }) => ({
      kind,
      at: toInstant(at),
      amount: amount_minor === null ? null : amount(amount_minor),
    })),
    auditEntries: page.audit_entries.map(toAuditEntry),
  };
}
