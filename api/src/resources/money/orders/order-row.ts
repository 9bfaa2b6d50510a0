import { GIFT_KINDS } from '@site/shared/contracts/gifts.ts';
import { DISPUTE_STATES, OrderDetailSchema, PAYMENT_METHODS, TIMELINE_KINDS } from '@site/shared/contracts/orders.ts';
import { DISCOUNT_KINDS } from '@site/shared/money/quote.ts';
import * as v from 'valibot';
import { tables } from '../../../gateways/supabase/database.generated.ts';
import { LaunchRowSchema } from '../../shop/ebooks/ebook-row.ts';
import { ReceiptRowSchema } from '../receipts/receipt-row.ts';
import { ToPayRowSchema } from './to-pay-row.ts';

export const PaymentMethodRowSchema = v.object({
  type: v.picklist(PAYMENT_METHODS),
  brand: v.nullable(v.string()),
  last4: v.nullable(v.string()),
});
const ItemRowSchema = v.object({
  ...v.pick(tables.order_copies, ['ebook_id', 'title']).entries,
  quantity: v.number(),
  /** The list price of each copy and the amount paid for the copy. */
  copies: v.array(
    v.object({
      ...v.pick(tables.order_copies, ['list_minor', 'paid_minor', 'reasons']).entries,
      is_gift: v.boolean(),
      gift: v.nullable(v.picklist(GIFT_KINDS)),
    }),
  ),
  ...v.pick(tables.ebooks_metadata, ['language', 'filename', 'cover_version']).entries,
  launch: LaunchRowSchema,
});

/** The result of the SQL function `order_json`. */
export const OrderRowSchema = v.object({
  ...v.pick(tables.orders, [
    'id',
    'number',
    'session_id',
    'buyer_uid',
    'link_generation',
    'buyer_email',
    'buyer_name',
    'locale',
    'currency',
    'subtotal_minor',
    'discount_minor',
    'total_minor',
    'refunded_minor',
    'state',
    'created_at',
    'paid_at',
    'canceled_at',
  ]).entries,
  /** Whether the copies were delivered. Still true after a full refund that left the buyer a copy. */
  is_delivered: v.boolean(),
  to_pay: v.nullable(ToPayRowSchema),
  /** The reductions and their reasons. */
  discounts: v.array(v.object({ kind: v.picklist(DISCOUNT_KINDS), label: v.string(), minor: v.number() })),
  /**
   * `is_limited`: the number of uses is limited, in total or per guest. `is_scarce`: limited in total, so another buyer may wait for this use.
   * `is_beyond`: the order was paid after its use had gone to another buyer.
   */
  coupon: v.nullable(
    v.object({ ...v.pick(tables.coupons, ['code']).entries, is_limited: v.boolean(), is_scarce: v.boolean(), is_beyond: v.boolean() }),
  ),
  payment_method: v.nullable(PaymentMethodRowSchema),
  dispute_state: v.nullable(v.picklist(DISPUTE_STATES)),
  items: v.array(ItemRowSchema),
  /** State of the email for the order's current state. */
  email: v.picklist(['none', 'queued', 'sent']),
});

/** The result of `whole_order_json`. `paid_also_in` of a book is the other order in which the same person paid for that book. */
export const WholeOrderRowSchema = v.object({
  ...OrderRowSchema.entries,
  items: v.array(v.object({ ...ItemRowSchema.entries, paid_also_in: v.nullable(v.pick(tables.orders, ['id', 'number'])) })),
});

/** Returns the amount paid for all copies of a book, in minor units. */
export const paidFor = ({ copies }: { copies: readonly { paid_minor: number }[] }): number =>
  copies.reduce((sum, { paid_minor }) => sum + paid_minor, 0);

export type OrderRow = v.InferOutput<typeof OrderRowSchema>;
export type WholeOrderRow = v.InferOutput<typeof WholeOrderRowSchema>;

/** The result of the SQL function `get_order`. */
export const OrderPageRowSchema = v.object({
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
