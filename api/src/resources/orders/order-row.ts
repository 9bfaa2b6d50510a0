import { DISPUTE_STATES, PAYMENT_METHODS } from '@site/shared/contracts/orders.ts';
import * as v from 'valibot';
import { tables } from '../../gateways/supabase/database.generated.ts';
import { BoletoRowSchema } from './boleto-row.ts';

export const PaymentMethodRowSchema = v.object({
  type: v.picklist(PAYMENT_METHODS),
  brand: v.nullable(v.string()),
  last4: v.nullable(v.string()),
});
/** What `order_json` answers. */
export const OrderRowSchema = v.object({
  ...v.pick(tables.orders, [
    'id',
    'number',
    'session_id',
    'buyer_uid',
    'buyer_email',
    'buyer_name',
    'locale',
    'currency',
    'total_minor',
    'refunded_minor',
    'state',
    'created_at',
    'paid_at',
    'canceled_at',
  ]).entries,
  boleto: v.nullable(BoletoRowSchema),
  payment_method: v.nullable(PaymentMethodRowSchema),
  dispute_state: v.nullable(v.picklist(DISPUTE_STATES)),
  items: v.array(
    v.object({
      ...v.pick(tables.order_items, ['ebook_id', 'title', 'quantity', 'unit_minor']).entries,
      ...v.pick(tables.ebooks_metadata, ['language', 'filename', 'cover_version']).entries,
      paid_also_in: v.nullable(v.pick(tables.orders, ['id', 'number'])),
    }),
  ),
  /** Whether the mail that the order owes in its state is on its way. */
  email: v.picklist(['none', 'queued', 'sent']),
});
export type OrderRow = v.InferOutput<typeof OrderRowSchema>;
