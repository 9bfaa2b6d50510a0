import type { ITEM_ACCESS, Order, OrderDetail, OrderState } from '@site/shared/contracts/orders.ts';
import { toInstant, toInstantOrNull } from '@site/shared/dates/dates.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { toReceipts } from '../receipts/receipts.view.ts';
import { type OrderPageRow, type OrderRow, paidFor, type WholeOrderRow } from './order-row.ts';

/** Returns the list price and the reasons for a lower price, if any copy of the book cost less. */
function reductionOf({ copies }: OrderRow['items'][number], currency: Currency): Pick<Order['items'][number], 'list' | 'reasons'> {
  const reasons = [...new Set(copies.flatMap((copy) => copy.reasons))];
  return reasons.length > 0 ? { list: toMoney(copies[0]?.list_minor ?? 0, currency), reasons } : {};
}

/** Returns which copies of a book are gifts, as the buyer chose in the cart. */
function giftOf({ copies }: OrderRow['items'][number]): Pick<Order['items'][number], 'gift'> {
  if (copies.some(({ gift }) => gift === 'group')) return { gift: 'group' };
  return copies.every(({ is_gift }) => is_gift) ? { gift: 'all' } : {};
}

/** Returns an order as its buyer and the admin see it. */
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

/** The reason why a book without an entitlement cannot be read, by the order's state. A free book is never called refunded. */
const withoutEntitlement = {
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

/** Returns the books of an order with their access. Only books in `readable`, to which the buyer is entitled, can be read. */
export function itemsWithAccess(row: WholeOrderRow, readable: readonly string[]): OrderDetail['items'] {
  const entitled = new Set(readable);
  // After a lost dispute the money is back with the buyer, and the case is closed.
  const without = withoutEntitlement[row.state === 'disputed' && row.dispute_state === 'lost' ? 'refunded' : row.state];
  return toOrder(row).items.map((item, index) => ({
    ...item,
    access:
      row.is_delivered && item.gifts === item.quantity
        ? 'gift'
        : entitled.has(item.ebookId)
          ? item.launchAt
            ? 'announced'
            : 'readable'
          : without === 'refunded' && item.amount.minor === 0
            ? 'taken_back'
            : without,
    paidAlsoIn: row.items[index]?.paid_also_in ?? null,
  }));
}

/** Returns an order with everything that the buyer's order page shows. */
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
