import { RECEIPT_KINDS, RECEIPT_SERIES } from '@site/shared/contracts/receipts.ts';
import { TAX_ID_KINDS } from '@site/shared/tax-id/tax-id.ts';
import * as v from 'valibot';
import { tables } from '../../../gateways/supabase/database.generated.ts';

const TaxIdRowSchema = v.object({ kind: v.picklist(TAX_ID_KINDS), value: v.string() });

/** The result of the SQL function `get_receipt_buyer`. */
export const ReceiptBuyerRowSchema = v.object({ name: v.string(), tax_id: v.nullable(TaxIdRowSchema) });
export type ReceiptBuyerRow = v.InferOutput<typeof ReceiptBuyerRowSchema>;

const DocumentRowSchema = v.object({
  ...v.pick(tables.receipts, ['number', 'of_number', 'dispute_id', 'issued_at', 'currency', 'total_minor']).entries,
  series: v.picklist(RECEIPT_SERIES),
  kind: v.picklist(RECEIPT_KINDS),
  buyer: v.object({ ...ReceiptBuyerRowSchema.entries, email: v.string() }),
});

/** The result of the SQL function `receipts_json`. */
export const ReceiptRowSchema = v.object({
  ...DocumentRowSchema.entries,
  refund: v.optional(v.nullable(v.object(v.pick(tables.order_refunds, ['keeps_access', 'reason']).entries)), null),
  seller: v.object({ legal_name: v.string(), tax_id: v.string(), address: v.string() }),
  lines: v.array(
    v.object({
      ebook_id: v.nullable(v.string()),
      title: v.nullable(v.string()),
      language: v.nullable(v.string()),
      quantity: v.number(),
      list_minor: v.number(),
      minor: v.number(),
    }),
  ),
});
export type ReceiptRow = v.InferOutput<typeof ReceiptRowSchema>;

/** The result of the SQL function `list_receipts`. */
export const ListedReceiptRowSchema = v.object({
  ...DocumentRowSchema.entries,
  order_number: v.number(),
  ...v.pick(tables.orders, ['paid_at', 'payment_intent_id', 'country', 'fee_minor']).entries,
  payment_method: v.nullable(v.object({ type: v.string() })),
});
export type ListedReceiptRow = v.InferOutput<typeof ListedReceiptRowSchema>;
