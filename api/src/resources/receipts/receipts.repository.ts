import type { TaxId } from '@site/shared/tax-id/tax-id.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import type { Actor } from '../../platform/actor.ts';
import { type ListedReceiptRow, ListedReceiptRowSchema, type ReceiptBuyerRow, ReceiptBuyerRowSchema } from './receipt-row.ts';

// The receipts of one order come with the order (`get_order`, `get_admin_order`).

/** What a buyer wants on receipts. */
export type Buyer = { name: string; taxId: TaxId | null };

export const getReceiptBuyer = (data: Data, uid: string): Promise<ReceiptBuyerRow | null> =>
  data.call('get_receipt_buyer', { p_uid: uid }, v.nullable(ReceiptBuyerRowSchema));

export const saveReceiptBuyer = (data: Data, uid: string, { name, taxId }: Buyer): Promise<unknown> =>
  data.call('save_receipt_buyer', { p_uid: uid, p_name: name, p_tax_id: taxId }, v.unknown());

const ChangedSchema = v.nullable(v.object({ outcome: v.picklist(['changed', 'over']) }));

export const changeReceiptBuyer = (
  data: Data,
  uid: string,
  orderId: string,
  { name, taxId }: Buyer,
): Promise<v.InferOutput<typeof ChangedSchema>> =>
  data.call('change_receipt_buyer', { p_uid: uid, p_order_id: orderId, p_name: name, p_tax_id: taxId }, ChangedSchema);

const ReplacedSchema = v.nullable(v.object({ outcome: v.picklist(['replaced', 'changed', 'refused']) }));

export const replaceReceipt = (
  data: Data,
  actor: Actor,
  orderId: string,
  { name, taxId, number }: Buyer & { number: number },
): Promise<v.InferOutput<typeof ReplacedSchema>> =>
  data.call('replace_receipt', { p_actor: actor, p_order_id: orderId, p_number: number, p_name: name, p_tax_id: taxId }, ReplacedSchema);

export type ReceiptPeriod = { from: string | null; to: string | null; timeZone: string };

/** The documents after a row, oldest first. */
export const listReceipts = (
  data: Data,
  { from, to, timeZone }: ReceiptPeriod,
  after: ListedReceiptRow | null,
  size: number,
): Promise<ListedReceiptRow[]> =>
  data.call(
    'list_receipts',
    {
      p_from: from,
      p_to: to,
      p_zone: timeZone,
      p_after_at: after?.issued_at ?? null,
      p_after_series: after?.series ?? null,
      p_after_number: after?.number ?? null,
      p_size: size,
    },
    v.array(ListedReceiptRowSchema),
  );
