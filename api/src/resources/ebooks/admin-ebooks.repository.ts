import type { Currency } from '@site/shared/money/currencies.ts';
import { CurrencySchema } from '@site/shared/money/money.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../platform/actor.ts';
import { type PageStart, pageArgs } from '../../platform/page.ts';
import { type AdminEbookRow, AdminEbookRowSchema } from './admin-ebook-row.ts';

const PageSchema = v.object({ ebooks: v.array(AdminEbookRowSchema), more: v.boolean() });
/** A file's name that a book has. */
const NameTakenSchema = v.object({ outcome: v.literal('name_taken'), ebook: v.object({ id: v.string(), title: v.string() }) });
const OutcomeSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), ebook: AdminEbookRowSchema }),
  v.object({ outcome: v.picklist(['not_found', 'changed_meanwhile', 'over']) }),
  NameTakenSchema,
  v.object({ outcome: v.picklist(['not_above_sale', 'not_below']), currencies: v.array(CurrencySchema) }),
  v.object({ outcome: v.literal('upload_gone'), file: v.optional(v.literal('cover')) }),
]);
export type Outcome = v.InferOutput<typeof OutcomeSchema>;

type EbookInput = {
  title: string;
  description: string;
  author: string;
  language: Locale;
  state: AdminEbookRow['state'];
  /** What is null goes, what is not named stays. */
  prices: Partial<Record<Currency, number | null | undefined>>;
  /** Not there, it stays as it is. */
  suggested?: Partial<Record<Currency, number | null | undefined>> | undefined;
};

export const listAdminEbooks = (
  data: Data,
  { words, state, start, size }: { words: string; state: string | undefined; start: PageStart; size: number },
): Promise<v.InferOutput<typeof PageSchema>> =>
  data.call('list_admin_ebooks', { p_words: words, p_state: state ?? null, ...pageArgs(start, size) }, PageSchema);

export const getAdminEbook = (data: Data, id: string): Promise<AdminEbookRow | null> =>
  data.call('get_admin_ebook', { p_id: id }, v.nullable(AdminEbookRowSchema));

export const getEbookFile = (data: Data, id: string): Promise<{ filename: string; key: string } | null> =>
  data.call('get_ebook_file', { p_id: id }, v.nullable(v.object({ filename: v.string(), key: v.string() })));

const SalesSchema = v.array(
  v.object({
    starts_at: v.string(),
    ends_at: v.string(),
    sums: v.array(
      v.object({
        currency: CurrencySchema,
        price_minor: v.number(),
        copies: v.number(),
        revenue_minor: v.number(),
        discount_minor: v.number(),
      }),
    ),
  }),
);
export type SaleRow = v.InferOutput<typeof SalesSchema>[number];

/** What came of the newest sales of a book that have begun. */
export const listSaleResults = (data: Data, id: string, size: number): Promise<SaleRow[]> =>
  data.call('list_sale_results', { p_ebook_id: id, p_size: size }, SalesSchema);

const KeptSchema = v.array(
  v.object({
    version: v.number(),
    pages: v.nullable(v.number()),
    bytes: v.nullable(v.number()),
    replaced_at: v.string(),
    kept_until: v.string(),
  }),
);

/** The versions of a book's PDF that are still kept; null when there is no such book. */
export const listKeptVersions = (data: Data, id: string): Promise<v.InferOutput<typeof KeptSchema> | null> =>
  data.call('list_kept_versions', { p_id: id }, v.nullable(KeptSchema));

export const getKeptVersionFile = (data: Data, id: string, version: number): Promise<{ filename: string; key: string } | null> =>
  data.call('get_kept_version_file', { p_id: id, p_version: version }, v.nullable(v.object({ filename: v.string(), key: v.string() })));

/** Those of `ids` that books have. */
export const listTakenIds = (data: Data, ids: readonly string[]): Promise<string[]> =>
  data.call('list_taken_ids', { p_ids: ids }, v.array(v.string()));

const ExpectedSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('expected'), key: v.string() }),
  NameTakenSchema,
  v.object({ outcome: v.literal('not_found') }),
]);

/** Writes down an upload before it comes, so that it is removed when nothing comes of it. */
export const expectUpload = (
  data: Data,
  upload: { id: string; kind: 'pdf' | 'cover'; filename: string | null; ebookId: string | null },
): Promise<v.InferOutput<typeof ExpectedSchema>> =>
  data.call(
    'expect_upload',
    { p_id: upload.id, p_kind: upload.kind, p_filename: upload.filename, p_ebook_id: upload.ebookId },
    ExpectedSchema,
  );

export const getEbookByUpload = (data: Data, uploadId: string): Promise<AdminEbookRow | null> =>
  data.call('get_ebook_by_upload', { p_id: uploadId }, v.nullable(AdminEbookRowSchema));

/** What a PDF has, for its readers to know. */
export type FileFacts = { pages: number; hasOutline: boolean; bytes: number };

export const addEbook = (
  data: Data,
  actor: Actor,
  book: { id: string; written: EbookInput; pdfId: string | null; file: FileFacts | null; coverId: string; coverColor: string },
): Promise<Outcome> =>
  data.call(
    'add_ebook',
    {
      p_actor: actor,
      p_id: book.id,
      p_book: book.written,
      p_pdf_id: book.pdfId,
      p_pages: book.file?.pages ?? null,
      p_has_outline: book.file?.hasOutline ?? false,
      p_bytes: book.file?.bytes ?? null,
      p_cover_id: book.coverId,
      p_cover_color: book.coverColor,
    },
    OutcomeSchema,
  );

/** The book and the revision of it that the admin saw. */
export type EbookVersionRef = { id: string; revision: number };

export const editEbook = (data: Data, actor: Actor, { id, revision }: EbookVersionRef, written: EbookInput): Promise<Outcome> =>
  data.call('edit_ebook', { p_actor: actor, p_id: id, p_revision: revision, p_book: written }, OutcomeSchema);

/** A sale as it is stored; without a start it begins at once. */
export type SaleInput = {
  starts_at: string | null;
  ends_at: string;
  prices: Partial<Record<Currency, number>>;
};

/** Puts a sale in the place of the one that runs or is planned; null ends that. */
export const setEbookSale = (data: Data, actor: Actor, { id, revision }: EbookVersionRef, sale: SaleInput | null): Promise<Outcome> =>
  data.call('set_ebook_sale', { p_actor: actor, p_id: id, p_revision: revision, p_sale: sale }, OutcomeSchema);

/** What `setEbookSale` would answer. */
export const previewEbookSale = (data: Data, actor: Actor, { id, revision }: EbookVersionRef, sale: SaleInput): Promise<Outcome> =>
  data.call('preview_ebook_sale', { p_actor: actor, p_id: id, p_revision: revision, p_sale: sale }, OutcomeSchema);

export const replaceEbookPdf = (
  data: Data,
  actor: Actor,
  { id, revision }: EbookVersionRef,
  pdf: { id: string; file: FileFacts; tellOwners: boolean },
): Promise<Outcome> =>
  data.call(
    'replace_ebook_pdf',
    {
      p_actor: actor,
      p_id: id,
      p_revision: revision,
      p_pdf_id: pdf.id,
      p_pages: pdf.file.pages,
      p_has_outline: pdf.file.hasOutline,
      p_bytes: pdf.file.bytes,
      p_tell_owners: pdf.tellOwners,
    },
    OutcomeSchema,
  );

export const restoreEbookPdf = (
  data: Data,
  actor: Actor,
  { id, revision }: EbookVersionRef,
  { version, tellOwners }: { version: number; tellOwners: boolean },
): Promise<Outcome> =>
  data.call(
    'restore_ebook_pdf',
    { p_actor: actor, p_id: id, p_revision: revision, p_version: version, p_tell_owners: tellOwners },
    OutcomeSchema,
  );

export const replaceEbookCover = (
  data: Data,
  actor: Actor,
  { id, revision }: EbookVersionRef,
  cover: { id: string; color: string },
): Promise<Outcome> =>
  data.call(
    'replace_ebook_cover',
    { p_actor: actor, p_id: id, p_revision: revision, p_cover_id: cover.id, p_cover_color: cover.color },
    OutcomeSchema,
  );

export const removeEbook = (data: Data, actor: Actor, id: string): Promise<'removed' | 'archived' | 'not_found'> =>
  data.call('remove_ebook', { p_actor: actor, p_id: id }, v.picklist(['removed', 'archived', 'not_found']));

const UnusedSchema = v.array(v.pick(tables.unused_files, ['key', 'kind']));
export type UnusedFile = v.InferOutput<typeof UnusedSchema>[number];

export const claimUnusedFiles = (data: Data, limit: number): Promise<UnusedFile[]> =>
  data.call('claim_unused_files', { p_limit: limit }, UnusedSchema);

export const forgetFile = (data: Data, { key, kind }: UnusedFile): Promise<unknown> =>
  data.call('forget_file', { p_key: key, p_kind: kind }, v.unknown());

/** Writes mail to the next owners of a book that has a new version. False when no owner is left. */
export const announceVersion = (data: Data, limit: number): Promise<boolean> =>
  data.call('announce_version', { p_limit: limit }, v.boolean());
