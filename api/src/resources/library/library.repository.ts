import { IMPORT_SOURCES } from '@site/shared/contracts/admin-imports.ts';
import type { ReadingPositionSchema } from '@site/shared/contracts/me.ts';
import { LocaleSchema } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Position } from '../../platform/cursor.ts';
import { EbookRowSchema } from '../ebooks/ebook-row.ts';
import { type BoughtRow, BoughtRowSchema } from '../orders/bought-row.ts';

const PageSchema = v.object({
  items: v.array(
    v.object({
      acquired_at: v.string(),
      ebook: EbookRowSchema,
      position: v.nullable(v.pick(tables.reading_positions, ['page', 'read_at'])),
      review: v.nullable(v.object({ may_write: v.boolean(), stars: v.nullable(v.number()) })),
    }),
  ),
  more: v.boolean(),
});

export const listLibrary = (data: Data, uid: string, after: Position | null, size: number): Promise<v.InferOutput<typeof PageSchema>> =>
  data.call('list_library', { p_uid: uid, p_after_at: after?.at ?? null, p_after_id: after?.id ?? null, p_size: size }, PageSchema);

const CopySchema = v.object({
  ebook_id: v.string(),
  title: v.string(),
  filename: v.string(),
  order_id: v.string(),
  /** Null for a book that was bought elsewhere, which has a `source`. */
  order_number: v.nullable(v.number()),
  source: v.nullable(v.picklist(IMPORT_SOURCES)),
  email: v.string(),
  locale: LocaleSchema,
});

/** The file of a book that `uid` may download with the newest order or imported purchase that gives the right, or null. */
export const getCopyToDeliver = (data: Data, uid: string, ebookId: string): Promise<v.InferOutput<typeof CopySchema> | null> =>
  data.call('get_copy_to_deliver', { p_uid: uid, p_ebook_id: ebookId }, v.nullable(CopySchema));

/** Whether `uid` has a book that is still to come. */
export const awaitsLaunch = (data: Data, uid: string, ebookId: string): Promise<boolean> =>
  data.call('awaits_launch', { p_uid: uid, p_ebook_id: ebookId }, v.boolean());

/** The books that `uid` has, or waits to pay. */
export const listBoughtEbooks = (data: Data, uid: string): Promise<BoughtRow[]> =>
  data.call('list_bought_ebooks', { p_uid: uid, p_ebook_ids: null }, v.array(BoughtRowSchema));

/** Writes down that the book's file was handed to its reader. */
export const countDownload = (data: Data, uid: string, ebookId: string): Promise<unknown> =>
  data.call('count_download', { p_uid: uid, p_ebook_id: ebookId }, v.unknown());

/** Keeps the page unless a later one is known. False for a book that `uid` may not read. */
export const saveReadingPosition = (
  data: Data,
  uid: string,
  ebookId: string,
  { page, readAt }: v.InferOutput<typeof ReadingPositionSchema>,
): Promise<boolean> =>
  data.call('save_reading_position', { p_uid: uid, p_ebook_id: ebookId, p_page: page, p_read_at: readAt ?? null }, v.boolean());
