import { adminReceiptCalls } from '@site/shared/contracts/admin-orders.ts';
import { orderReceiptCalls } from '@site/shared/contracts/orders.ts';
import { receiptCalls } from '@site/shared/contracts/receipts.ts';
import type { TaxId } from '@site/shared/tax-id/tax-id.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Sql } from '../../../gateways/supabase/database.generated.ts';
import { csvHeaders, csvStream } from '../../../platform/csv.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { addressOf } from '../../../platform/http.ts';
import { mailboxOf } from '../../../platform/mailbox.ts';
import { limitUse } from '../../../platform/rate-limit.ts';
import { getAdminOrder } from '../orders/admin-orders.ts';
import { guestBuyerKey } from '../orders/guest-key.ts';
import { getOrder } from '../orders/orders.ts';
import { receiptFileTexts, toReceiptLine } from './receipt-file.ts';
import { type ListedReceiptRow, ListedReceiptRowSchema, ReceiptBuyerRowSchema } from './receipt-row.ts';
import { toReceiptBuyer } from './receipts.view.ts';

// The receipts of one order are part of the order (`get_order`, `get_admin_order`).

/** Returns the buyer's data for future receipts. `uid` is an account, or a guest's key. */
const getReceiptBuyer = async (sql: Sql, uid: string) =>
  toReceiptBuyer(v.parse(v.nullable(ReceiptBuyerRowSchema), await sql.getReceiptBuyer({ uid })));

async function saveReceiptBuyer(sql: Sql, uid: string, buyer: { name: string; taxId: TaxId | null }) {
  await sql.saveReceiptBuyer({ uid, ...buyer });
  return await getReceiptBuyer(sql, uid);
}

const ChangedSchema = v.nullable(v.object({ outcome: v.picklist(['changed', 'over']) }));
const ReplacedSchema = v.nullable(v.object({ outcome: v.picklist(['replaced', 'changed', 'refused']) }));

const ROWS_AT_ONCE = 500;

/** Streams every receipt and credit note of these days, for the accountant's spreadsheet. */
export function exportReceipts(
  { data: { sql }, liveSettings }: Pick<Deps, 'data' | 'liveSettings'>,
  { from = null, to = null }: { from?: string | null | undefined; to?: string | null | undefined },
  locale: Locale,
): ReadableStream<Uint8Array> {
  async function* portions() {
    const { timeZone } = await liveSettings.get();
    for (let last: ListedReceiptRow | null = null, more = true; more; ) {
      const { issued_at: afterAt = null, series: afterSeries = null, number: afterNumber = null } = last ?? {};
      const after = { afterAt, afterSeries, afterNumber };
      const page = await sql.listReceipts({ from, to, zone: timeZone, ...after, size: ROWS_AT_ONCE });
      const rows: ListedReceiptRow[] = v.parse(v.array(ListedReceiptRowSchema), page);
      yield rows.map((row) => toReceiptLine(row, locale, timeZone));
      last = rows.at(-1) ?? null;
      more = rows.length === ROWS_AT_ONCE;
    }
  }
  return csvStream(receiptFileTexts[locale].heading, portions(), locale);
}

export const receiptHandlers = handle(
  { ...receiptCalls, ...orderReceiptCalls, ...adminReceiptCalls },
  {
    'GET /api/me/receipt-buyer': ({ sql, caller }) => getReceiptBuyer(sql, caller.uid),
    'PUT /api/me/receipt-buyer': async ({ deps, sql, c, caller: { uid }, body }) => {
      await limitUse(deps, 'receipt_buyer', { person: uid, address: addressOf(c) });
      return await saveReceiptBuyer(sql, uid, body);
    },
    'PUT /api/guest-receipt-buyer': async ({ deps, sql, c, body: { guest, ...buyer } }) => {
      await limitUse(deps, 'guest_receipt_buyer', { mailbox: mailboxOf(guest.email), address: addressOf(c) });
      return await saveReceiptBuyer(sql, guestBuyerKey(guest), buyer);
    },
    /** Throws `changed_meanwhile` when the receipt can no longer be changed. */
    'PUT /api/me/orders/:id/receipt-buyer': async ({ deps, sql, c, caller: { uid }, params, body }) => {
      await limitUse(deps, 'receipt_buyer', { person: uid, address: addressOf(c) });
      const changed = v.parse(ChangedSchema, await sql.changeReceiptBuyer({ uid, orderId: params.id, ...body }));
      if (!changed) throw new AppError('not_found');
      if (changed.outcome === 'over') throw new AppError('changed_meanwhile');
      return await getOrder(sql, uid, params.id);
    },
    /** Replaces a receipt by a credit note and a new receipt. Throws `changed_meanwhile`, also while a refund is under way. */
    'POST /api/admin/orders/:id/receipts': async ({ sql, actor, params, body }) => {
      const replaced = v.parse(ReplacedSchema, await sql.replaceReceipt({ actor, orderId: params.id, ...body }));
      if (!replaced) throw new AppError('not_found');
      if (replaced.outcome !== 'replaced') throw new AppError('changed_meanwhile');
      return await getAdminOrder(sql, params.id);
    },
    'GET /api/admin/receipts.csv': async ({ deps, c, query: { locale, ...days } }) => {
      const day = new Date(deps.clock()).toISOString().slice(0, 10);
      return c.body(exportReceipts(deps, days, locale), 200, csvHeaders(`${receiptFileTexts[locale].filename}-${day}.csv`));
    },
  },
);
