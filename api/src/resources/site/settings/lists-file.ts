import type { ListsFile } from '@site/shared/contracts/admin-settings.ts';
import type { DownloadLink } from '@site/shared/contracts/me.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import { createArchive } from '../../../platform/archive.ts';
import type { Deps } from '../../../platform/deps.ts';
import { exportOrders } from '../../money/orders/admin-orders.ts';
import { orderFileTexts } from '../../money/orders/order-file.ts';
import { receiptFileTexts } from '../../money/receipts/receipt-file.ts';
import { exportReceipts } from '../../money/receipts/receipts.ts';
import { exportSubscribers } from '../../writing/newsletter/admin-subscribers.ts';
import { subscriberFileTexts } from '../../writing/newsletter/subscriber-file.ts';
import { exportAuditLog } from '../audit-log/audit-log.ts';
import { auditLogFileTexts } from '../audit-log/audit-log-file.ts';

type ListsDeps = Pick<Deps, 'data' | 'liveSettings'>;

/** Bytes. The archive is in memory until it is stored, and Supabase Storage accepts at most 50 MB on its free plan. */
const MOST_BYTES = 50_000_000;
/** The link only needs to work until the browser begins the download. */
const LINK_SECONDS = 300;

const archiveNames = { 'pt-BR': 'exportacao', en: 'export' } as const satisfies Record<Locale, string>;

export const listsFilename = ({ clock }: Pick<Deps, 'clock'>, locale: Locale): string =>
  `${archiveNames[locale]}-${new Date(clock()).toISOString().slice(0, 10)}.zip`;

/** Streams orders, receipts, subscribers and the audit log as one archive, with one spreadsheet file for each. */
export const exportLists = (deps: ListsDeps, locale: Locale): ReadableStream<Uint8Array> =>
  createArchive({
    [`${orderFileTexts[locale].filename}.csv`]: exportOrders(deps, { q: '' }, locale),
    [`${receiptFileTexts[locale].filename}.csv`]: exportReceipts(deps, {}, locale),
    [`${subscriberFileTexts[locale].filename}.csv`]: exportSubscribers(deps, { words: '', state: null, source: null }, locale),
    [`${auditLogFileTexts[locale].filename}.csv`]: exportAuditLog(deps, {}, locale),
  });

const RowSchema = v.nullable(v.object({ key: v.string(), filename: v.string(), remove_after: v.string(), is_pending: v.boolean() }));

async function findListsFile({ data }: Pick<Deps, 'data'>) {
  const row = v.parse(RowSchema, await data.sql.getListsFile());
  return row && { ...row, stored: await data.aboutPrivateFile(row.key) };
}

export async function getListsFile(deps: Pick<Deps, 'data'>): Promise<ListsFile> {
  const found = await findListsFile(deps);
  if (found?.stored) return { file: { state: 'ready', bytes: found.stored.size, removedAt: toInstant(found.remove_after) } };
  return { file: found?.is_pending ? { state: 'preparing' } : null };
}

/** Returns a short-lived link to the prepared archive. Throws `not_found`. */
export async function linkListsFile({ data, clock }: Pick<Deps, 'data' | 'clock'>): Promise<DownloadLink> {
  const found = await findListsFile({ data });
  if (!found?.stored) throw new AppError('not_found');
  const expiresAt = toInstant(new Date(clock() + LINK_SECONDS * 1_000));
  return { url: await data.signPrivateFile(found.key, found.filename, LINK_SECONDS), filename: found.filename, expiresAt };
}

/**
 * Stores the archive of all lists under `key`, unless it is stored already. Returns false when the archive is too large for the storage.
 * The caller may repeat the call after a crash at any line.
 */
export async function storeLists(deps: ListsDeps, key: string, locale: Locale): Promise<boolean> {
  if (await deps.data.aboutPrivateFile(key)) return true;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of exportLists(deps, locale)) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) return false;
    pieces.push(piece);
  }
  try {
    await deps.data.storePrivateFile(key, 'application/zip', Buffer.concat(pieces));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'payload_too_large') return false;
    throw error;
  }
}
