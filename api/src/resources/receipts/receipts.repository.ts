import type { TaxId } from '@site/shared/tax-id/tax-id.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import type { Actor } from '../../platform/actor.ts';
import { type ListedReceiptRow, ListedReceiptRowSchema, type ReceiptBuyerRow, ReceiptBuyerRowSchema } from './receipt-row.ts';

// The receipts of one order come with the order (`get_order`, `get_admin_order`).

/** What a buyer wants on receipts. */
export type Buyer = { name: string; taxId: TaxId | null };

export const getReceiptBuyer = async (data: Data, uid: string): Promise<ReceiptBuyerRow | null> =>
  v.parse(v.nullable(ReceiptBuyerRowSchema), await data.sql.getReceiptBuyer({ uid }));

export const saveReceiptBuyer = (data: Data, uid: string, { name, taxId }: Buyer): Promise<unknown> =>
  data.sql.saveReceiptBuyer({ uid, name, taxId });

const ChangedSchema = v.nullable(v.object({ outcome: v.picklist(['changed', 'over']) }));

export const changeReceiptBuyer = async (
  data: Data,
  uid: string,
  orderId: string,
  { name, taxId }: Buyer,
): Promise<v.InferOutput<typeof ChangedSchema>> => v.parse(ChangedSchema, await data.sql.changeReceiptBuyer({ uid, orderId, name, taxId }));

const ReplacedSchema = v.nullable(v.object({ outcome: v.picklist(['replaced', 'changed', 'refused']) }));

export const replaceReceipt = async (
  data: Data,
  actor: Actor,
  orderId: string,
  { name, taxId, number }: Buyer & { number: number },
): Promise<v.InferOutput<typeof ReplacedSchema>> =>
  v.parse(ReplacedSchema, await data.sql.replaceReceipt({ actor, orderId, number, name, taxId }));

export type ReceiptPeriod = { from: string | null; to: string | null; timeZone: string };

/** The documents after a row, oldest first. */
export const listReceipts = async (
  data: Data,
  { from, to, timeZone }: ReceiptPeriod,
  after: ListedReceiptRow | null,
  size: number,
): Promise<ListedReceiptRow[]> =>
  v.parse(
    v.array(ListedReceiptRowSchema),
    await data.sql.listReceipts({
      from,
      to,
      zone: timeZone,
      afterAt: after?.issued_at ?? null,
      afterSeries: after?.series ?? null,
      afterNumber: after?.number ?? null,
      size,
    }),
  );
