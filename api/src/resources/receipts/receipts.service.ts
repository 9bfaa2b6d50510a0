import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import type { OrderDetail } from '@site/shared/contracts/orders.ts';
import type { ReceiptBuyer } from '@site/shared/contracts/receipts.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import { csvStream } from '../../platform/csv.ts';
import type { Deps } from '../../platform/deps.ts';
import { requireUuid } from '../../platform/require-uuid.ts';
import { getAdminOrder } from '../orders/admin-orders.service.ts';
import { getOrder } from '../orders/order-page.service.ts';
import { receiptFileTexts, toReceiptLine } from './receipt-file.ts';
import type { ListedReceiptRow } from './receipt-row.ts';
import * as repository from './receipts.repository.ts';
import { toReceiptBuyer } from './receipts.view.ts';

type ReceiptDeps = Pick<Deps, 'data'>;

/** What a buyer wants on receipts of purchases to come. `uid`: an account, or a guest's key. */
export const getReceiptBuyer = async ({ data }: ReceiptDeps, uid: string): Promise<ReceiptBuyer> =>
  toReceiptBuyer(await repository.getReceiptBuyer(data, uid));

export async function saveReceiptBuyer(deps: ReceiptDeps, uid: string, buyer: repository.Buyer): Promise<ReceiptBuyer> {
  await repository.saveReceiptBuyer(deps.data, uid, buyer);
  return await getReceiptBuyer(deps, uid);
}

/** Changes who stands on the receipt of the caller's order. Throws `changed_meanwhile` when its day is over. */
export async function changeReceiptBuyer(deps: ReceiptDeps, uid: string, orderId: string, buyer: repository.Buyer): Promise<OrderDetail> {
  const changed = await repository.changeReceiptBuyer(deps.data, uid, requireUuid(orderId), buyer);
  if (!changed) throw new AppError('not_found');
  if (changed.outcome === 'over') throw new AppError('changed_meanwhile');
  return await getOrder(deps, uid, orderId);
}

/** Replaces a receipt by a credit note and a new one. Throws `changed_meanwhile`, also while money is on its way back. */
export async function replaceReceipt(
  deps: ReceiptDeps,
  actor: Actor,
  orderId: string,
  wish: repository.Buyer & { number: number },
): Promise<AdminOrder> {
  const replaced = await repository.replaceReceipt(deps.data, actor, requireUuid(orderId), wish);
  if (!replaced) throw new AppError('not_found');
  if (replaced.outcome !== 'replaced') throw new AppError('changed_meanwhile');
  return await getAdminOrder(deps, orderId);
}

const ROWS_AT_ONCE = 500;

/** Every receipt and credit note that was issued on these days, for the accountant's spreadsheet. */
export function exportReceipts(
  deps: Pick<Deps, 'data' | 'liveSettings'>,
  { from = null, to = null }: { from?: string | null | undefined; to?: string | null | undefined },
  locale: Locale,
): ReadableStream<Uint8Array> {
  async function* portions() {
    const { timeZone } = await deps.liveSettings.get();
    for (let last: ListedReceiptRow | null = null, more = true; more; ) {
      const rows: ListedReceiptRow[] = await repository.listReceipts(deps.data, { from, to, timeZone }, last, ROWS_AT_ONCE);
      yield rows.map((row) => toReceiptLine(row, locale, timeZone));
      last = rows.at(-1) ?? null;
      more = rows.length === ROWS_AT_ONCE;
    }
  }
  return csvStream(receiptFileTexts[locale].heading, portions(), locale);
}
