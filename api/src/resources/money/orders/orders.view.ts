import type { ITEM_ACCESS, Order, OrderDetail, OrderState } from '@site/shared/contracts/orders.ts';
import { toInstant, toInstantOrNull } from '@site/shared/dates/dates.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { toReceipts } from '../receipts/receipts.view.ts';
import { type OrderPageRow, type OrderRow, paidFor, type WholeOrderRow } from './order-row.ts';

/** What made copies of a book cheaper than on the shelf. */
function reductionOf({ copies }: OrderRow['items'][number], currency: Currency): Pick<Order['items'][number], 'list' | 'reasons'> {
  const reasons = [...new Set(copies.flatMap((copy) => copy.reasons))];
  return reasons.length > 0 ? { list: toMoney(copies[0]?.list_minor ?? 0, currency), reasons } : {};
}

/** Which copies of a book are presents, as its cart line said. */
function giftOf({ copies }: OrderRow['items'][number]): Pick<Order['items'][number], 'gift'> {
  if (copies.some(({ gift }) => gift === 'group')) return { gift: 'group' };
  return copies.every(({ is_gift }) => is_gift) ? { gift: 'all' } : {};
}

/** An order as its buyer and the admin see it. */
export const toOrder = (row: OrderRow): Order => ({
  id: row.id,
  number: row.number,
  date: toInstant(row.created_at),
  name: row.buyer_name,
  email: row.buyer_email,
  total: toMoney(row.total_minor, row.currency),
  discounts: row.discounts.map(({ minor, ...discount }) => ({ ...discount, amount: toMoney(minor, row.currency) })),
  refunded: toMoney(row.refunded_minor, row.currency),
  state: row.state,
  disputeState: row.dispute_state,
  paidAt: toInstantOrNull(row.paid_at),
  canceledAt: toInstantOrNull(row.canceled_at),
  toPay: row.to_pay && {
    with: row.to_pay.with,
    by: toInstantOrNull(row.to_pay.by),
    code: row.to_pay.code,
    url: row.to_pay.url,
    pdfUrl: row.to_pay.pdf_url,
  },
  paymentMethod: row.payment_method,
  items: row.items.map((item) => ({
    ebookId: item.ebook_id,
    name: item.title,
    language: item.language,
    quantity: item.quantity,
    gifts: item.copies.filter(({ is_gift }) => is_gift).length,
    ...giftOf(item),
    price: toMoney(item.copies[0]?.paid_minor ?? 0, row.currency),
    ...reductionOf(item, row.currency),
    amount: toMoney(paidFor(item), row.currency),
    ...(item.launch ? { launchAt: toInstant(item.launch.at) } : {}),
    format: 'PDF',
  })),
});

/** Why a book that was not handed over, or was taken back, cannot be read. Of what cost nothing nothing is refunded. */
const withoutRight = {
  open: 'unpaid',
  expired: 'unpaid',
  failed: 'unpaid',
  waiting: 'waiting',
  disputed: 'disputed',
  refunded: 'refunded',
  paid: 'refunded',
  partly_refunded: 'refunded',
  given: 'taken_back',
} as const satisfies Record<OrderState, (typeof ITEM_ACCESS)[number]>;

/** The books of an order, and which of them can be read: those that its buyer has a right to. */
export function itemsWithAccess(row: WholeOrderRow, readable: readonly string[]): OrderDetail['items'] {
  const rights = new Set(readable);
  // After a dispute that was lost the money is back, and nothing is decided any more.
  const without = withoutRight[row.state === 'disputed' && row.dispute_state === 'lost' ? 'refunded' : row.state];
  return toOrder(row).items.map((item, index) => ({
    ...item,
    access:
      row.is_delivered && item.gifts === item.quantity
        ? 'gift'
        : rights.has(item.ebookId)
          ? item.launchAt
            ? 'announced'
            : 'readable'
          : without === 'refunded' && item.amount.minor === 0
            ? 'taken_back'
            : without,
    paidAlsoIn: row.items[index]?.paid_also_in ?? null,
  }));
}

/** An order with all that its buyer's page of it shows. */
export function toOrderDetail({ order: row, ...page }: OrderPageRow): OrderDetail {
  return {
    ...toOrder(row),
    items: itemsWithAccess(row, page.readable),
    termsVersion: page.terms_version,
    emailState: page.email_state,
    receiveBy: page.receive_by === null ? null : toInstant(page.receive_by),
    canCancel: page.may_cancel,
    timeline: page.timeline.map(({ kind, at }) => ({ kind, at: toInstant(at) })),
    refundPending: toMoney(page.refund_pending_minor, row.currency),
    refundAsksBuyer: page.refund_asks_buyer,
    refundRequestedAt: toInstantOrNull(page.refund_requested_at),
    refundDeclined: page.refund_declined && { ...page.refund_declined, at: toInstant(page.refund_declined.at) },
    canRequestRefund: page.may_request_refund,
    receipts: toReceipts(page.receipts),
    canChangeReceipt: page.may_change_receipt,
  };
}
