import type { ImportField, ImportKind, ImportProblem, ImportSource } from '@site/shared/contracts/admin-imports.ts';
import { IMPORT_PROBLEMS, IMPORT_STATES, KEPT_REASONS, ROW_OUTCOMES } from '@site/shared/contracts/admin-imports.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../platform/actor.ts';
import { type PageStart, pageArgs } from '../../platform/page.ts';
import type { NewRow } from './import-columns.ts';

const SummaryRowSchema = v.object({
  ...v.pick(tables.imports, [
    'id',
    'kind',
    'source',
    'filename',
    'origin',
    'rows',
    'added',
    'known',
    'refused',
    'created_at',
    'finished_at',
    'removed',
    'undone_at',
    'proof_name',
  ]).entries,
  state: v.picklist([...IMPORT_STATES, 'waiting']),
  problem: v.nullable(v.picklist(IMPORT_PROBLEMS)),
});
export type SummaryRow = v.InferOutput<typeof SummaryRowSchema>;

const RowSchema = v.object({
  ...v.pick(tables.import_rows, ['line', 'email', 'product', 'at']).entries,
  outcome: v.picklist(ROW_OUTCOMES),
});
export type RefusedRow = v.InferOutput<typeof RowSchema>;

const KeptRowSchema = v.object({ id: v.string(), email: v.string(), title: v.string(), reason: v.picklist(KEPT_REASONS) });
export type KeptRow = v.InferOutput<typeof KeptRowSchema>;

const ImportRowSchema = v.object({
  ...SummaryRowSchema.entries,
  products: v.array(v.pick(tables.import_products, ['product', 'rows', 'ebook_id'])),
  ebooks: v.array(v.object({ id: v.string(), title: v.string() })),
  outcomes: v.record(v.picklist(ROW_OUTCOMES), v.number()),
  first_rows: v.array(RowSchema),
  first_refused: v.array(RowSchema),
  standings: v.partial(v.object({ removed: v.number(), used: v.number(), elsewhere: v.number() })),
  first_kept: v.array(KeptRowSchema),
});
export type ImportDetails = v.InferOutput<typeof ImportRowSchema>;

type NewImport = {
  id: string;
  kind: ImportKind;
  source: ImportSource;
  filename: string;
  origin: string;
  consentedAt: string | null;
  locale: Locale;
};

/** Answers where the file goes. */
export const addImport = (data: Data, { id, kind, source, filename, origin, consentedAt, locale }: NewImport): Promise<string> =>
  data.call(
    'add_import',
    {
      p_id: id,
      p_kind: kind,
      p_source: source,
      p_filename: filename,
      p_origin: origin,
      p_consented_at: consentedAt,
      p_locale: locale,
    },
    v.string(),
  );

/** Does nothing for an import that is not there, or is being read. */
export const chooseImportColumns = (data: Data, id: string, fields: readonly (ImportField | null)[]): Promise<unknown> =>
  data.call('choose_import_columns', { p_id: id, p_columns: fields }, v.unknown());

export const readImport = (data: Data, id: string): Promise<ImportDetails | null> =>
  data.call('read_import', { p_id: id }, v.nullable(ImportRowSchema));

export const getImport = (data: Data, id: string): Promise<ImportDetails | null> =>
  data.call('get_import', { p_id: id }, v.nullable(ImportRowSchema));

const PageSchema = v.object({ imports: v.array(SummaryRowSchema), more: v.boolean() });

export const listImports = (data: Data, start: PageStart, size: number): Promise<v.InferOutput<typeof PageSchema>> =>
  data.call('list_imports', pageArgs(start, size), PageSchema);

export const listRefusedRows = (data: Data, id: string, afterLine: number, size: number): Promise<RefusedRow[]> =>
  data.call('list_refused_rows', { p_id: id, p_after: afterLine, p_size: size }, v.array(RowSchema));

/** False for an import that does not wait for it, a product that it has not, and a book that is not there. */
export const mapImportProduct = (data: Data, id: string, product: string, ebookId: string | null): Promise<boolean> =>
  data.call('map_import_product', { p_id: id, p_product: product, p_ebook_id: ebookId }, v.boolean());

/** False for an import that cannot be started. */
export const startImport = (data: Data, actor: Actor, id: string): Promise<boolean> =>
  data.call('start_import', { p_actor: actor, p_id: id }, v.boolean());

export const listKeptSubjects = (data: Data, id: string, afterId: string | null, size: number): Promise<KeptRow[]> =>
  data.call('list_kept_subjects', { p_id: id, p_after: afterId, p_size: size }, v.array(KeptRowSchema));

/** False for an import that is not done. */
export const undoImport = (data: Data, actor: Actor, id: string): Promise<boolean> =>
  data.call('undo_import', { p_actor: actor, p_id: id }, v.boolean());

/** Answers where a proof of consent goes; null for an import that is no list. */
export const expectImportProof = (data: Data, id: string, uploadId: string): Promise<string | null> =>
  data.call('expect_import_proof', { p_id: id, p_upload_id: uploadId }, v.nullable(v.string()));

/** False when the upload or its import is not there (any more). */
export const keepImportProof = (data: Data, actor: Actor, id: string, uploadId: string, name: string): Promise<boolean> =>
  data.call('keep_import_proof', { p_actor: actor, p_id: id, p_upload_id: uploadId, p_name: name }, v.boolean());

const ProofSchema = v.nullable(v.object({ key: v.string(), name: v.string() }));

export const getImportProof = (data: Data, id: string): Promise<v.InferOutput<typeof ProofSchema>> =>
  data.call('get_import_proof', { p_id: id }, ProofSchema);

/** False when nothing is left to undo. */
export const undoPortion = (data: Data, id: string, size: number): Promise<boolean> =>
  data.call('undo_portion', { p_id: id, p_size: size }, v.boolean());

/** False for an import of which something was imported already. */
export const discardImport = (data: Data, id: string): Promise<boolean> => data.call('discard_import', { p_id: id }, v.boolean());

/** False for an import that is not over. */
export const discardRefusedRows = (data: Data, id: string): Promise<boolean> =>
  data.call('discard_refused_rows', { p_id: id }, v.boolean());

const AtWorkSchema = v.object({
  ...v.pick(tables.imports, ['id', 'kind', 'source', 'filename', 'consented_at']).entries,
  state: v.picklist(['reading', 'importing', 'undoing']),
  columns: v.nullable(v.array(v.nullable(v.string()))),
  last_line: v.number(),
});
export type ImportAtWork = v.InferOutput<typeof AtWorkSchema>;

/** The oldest import that has work to do, and up to which line it was read. */
export const getImportAtWork = (data: Data): Promise<ImportAtWork | null> => data.call('get_import_at_work', {}, v.nullable(AtWorkSchema));

/** False, and the import is refused, when the same file was imported or is about to be. */
export const identifyImport = (data: Data, id: string, digest: string): Promise<boolean> =>
  data.call('identify_import', { p_id: id, p_digest: digest }, v.boolean());

/** False when the import is not being read any more. */
export const addImportRows = (data: Data, id: string, rows: readonly NewRow[]): Promise<boolean> =>
  data.call('add_import_rows', { p_id: id, p_rows: rows }, v.boolean());

export const finishReading = (data: Data, id: string): Promise<unknown> => data.call('finish_reading', { p_id: id }, v.unknown());

export const refuseImport = (data: Data, id: string, problem: ImportProblem): Promise<unknown> =>
  data.call('refuse_import', { p_id: id, p_problem: problem }, v.unknown());

/** False when nothing is left to import. */
export const importPortion = (data: Data, id: string, size: number): Promise<boolean> =>
  data.call('import_portion', { p_id: id, p_size: size }, v.boolean());
