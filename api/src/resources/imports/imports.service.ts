import { randomUUID } from 'node:crypto';
import type {
  ChosenColumnsSchema,
  EditedImportProductSchema,
  Import,
  ImportColumnsSchema,
  ImportList,
  ImportUploadSchema,
  NewImportSchema,
  RemovedImportSchema,
} from '@site/shared/contracts/admin-imports.ts';
import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import type * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import { csvStream } from '../../platform/csv.ts';
import type { Deps } from '../../platform/deps.ts';
import { cursorsOf, type PageStart } from '../../platform/page.ts';
import { requireUuid } from '../../platform/require-uuid.ts';
import { readColumns } from './file-beginning.ts';
import { IMPORTS } from './import-job.ts';
import type { ImportDetails, KeptRow, RefusedRow } from './imports.repository.ts';
import * as repository from './imports.repository.ts';
import { toImport, toSummary } from './imports.view.ts';
import { keptFileTexts, refusedFileTexts, toKeptLine, toRefusedLine } from './refused-file.ts';

type ImportDeps = Pick<Deps, 'data'>;
type WorkDeps = Pick<Deps, 'data' | 'wakeJob'>;

function unwrap(found: ImportDetails | null): Import {
  if (!found) throw new AppError('not_found');
  return toImport(found);
}

/** Every import whose file came, newest first. */
export async function listImports({ data }: ImportDeps, start: PageStart): Promise<ImportList> {
  const { imports, more } = await repository.listImports(data, start, ADMIN_PAGE_SIZE);
  return { imports: imports.map(toSummary), ...cursorsOf(imports, more, start, (row) => ({ at: row.created_at, id: row.id })) };
}

/** A link to which the file of a new import can be sent. */
export async function addImport(
  { data }: ImportDeps,
  written: v.InferOutput<typeof NewImportSchema>,
): Promise<v.InferOutput<typeof ImportUploadSchema>> {
  const id = randomUUID();
  const { kind, name: filename } = written;
  const key = await repository.addImport(
    data,
    kind === 'purchases'
      ? { id, kind, filename, source: written.source, origin: '', consentedAt: null, locale: 'pt-BR' }
      : {
          id,
          kind,
          filename,
          source: 'other',
          origin: written.origin,
          consentedAt: written.consentDay === undefined ? null : `${written.consentDay}T12:00:00Z`,
          locale: written.locale,
        },
  );
  return { id, url: await data.uploadLink(key) };
}

/** Throws `not_found`. */
export const getImport = async ({ data }: ImportDeps, id: string): Promise<Import> =>
  unwrap(await repository.getImport(data, requireUuid(id)));

/** What the columns of the file hold, as far as that can be told. Throws `not_found`. */
export async function getImportColumns({ data }: ImportDeps, id: string): Promise<v.InferOutput<typeof ImportColumnsSchema>> {
  const about = await getImport({ data }, id);
  const key = `imports/${about.id}.csv`;
  if (!(await data.aboutPrivateFile(key))) return { columns: [] };
  return { columns: await readColumns(await data.streamPrivateFile(key), about) };
}

/** Says what the columns of the file hold. Throws `not_found`. */
export async function chooseImportColumns(
  deps: ImportDeps,
  id: string,
  { fields }: v.InferOutput<typeof ChosenColumnsSchema>,
): Promise<Import> {
  await repository.chooseImportColumns(deps.data, requireUuid(id), fields);
  return await getImport(deps, id);
}

/** Has the file read that was sent. Throws `not_found`. */
export async function readImport({ data, wakeJob }: WorkDeps, id: string): Promise<Import> {
  const found = unwrap(await repository.readImport(data, requireUuid(id)));
  wakeJob(IMPORTS);
  return found;
}

/** Throws `not_found`, and `changed_meanwhile` for an import that was started, a product that it has not, and a book that is gone. */
export async function mapImportProduct(
  deps: ImportDeps,
  id: string,
  { product, ebookId }: v.InferOutput<typeof EditedImportProductSchema>,
): Promise<Import> {
  const isMapped = await repository.mapImportProduct(deps.data, requireUuid(id), product, ebookId);
  const found = await getImport(deps, id);
  if (!isMapped) throw new AppError('changed_meanwhile');
  return found;
}

/**
 * Starts the import of the rows that can be taken; starting it twice is one import. Throws `not_found`, and `changed_meanwhile` for one
 * that is not ready.
 */
export async function startImport(deps: WorkDeps, actor: Actor, id: string): Promise<Import> {
  const isStarted = await repository.startImport(deps.data, actor, requireUuid(id));
  const found = await getImport(deps, id);
  if (!isStarted) throw new AppError('changed_meanwhile');
  deps.wakeJob(IMPORTS);
  return found;
}

/**
 * Takes back what an import brought and was not used since; undoing it twice is once. Throws `not_found`, and `changed_meanwhile` for one
 * that is not done.
 */
export async function undoImport(deps: WorkDeps, actor: Actor, id: string): Promise<Import> {
  const isUndone = await repository.undoImport(deps.data, actor, requireUuid(id));
  const found = await getImport(deps, id);
  if (!isUndone) throw new AppError('changed_meanwhile');
  deps.wakeJob(IMPORTS);
  return found;
}

/** Throws `not_found`, and `changed_meanwhile` for an import of which something was imported. */
export async function discardImport(deps: ImportDeps, id: string): Promise<v.InferOutput<typeof RemovedImportSchema>> {
  if (await repository.discardImport(deps.data, requireUuid(id))) return { outcome: 'removed' };
  await getImport(deps, id);
  throw new AppError('changed_meanwhile');
}

/** Throws away the rows that could not be taken. Throws `not_found`, and `changed_meanwhile` for an import that is not over. */
export async function discardRefusedRows(deps: ImportDeps, id: string): Promise<Import> {
  const isDiscarded = await repository.discardRefusedRows(deps.data, requireUuid(id));
  const found = await getImport(deps, id);
  if (!isDiscarded) throw new AppError('changed_meanwhile');
  return found;
}

const ROWS_AT_ONCE = 1_000;

/** The rows that cannot be taken, with the reasons, for spreadsheets. */
export function exportRefusedRows({ data }: ImportDeps, id: string, locale: Locale): ReadableStream<Uint8Array> {
  async function* portions() {
    for (let afterLine = 0, rows: RefusedRow[] = []; ; afterLine = rows.at(-1)?.line ?? afterLine) {
      rows = await repository.listRefusedRows(data, id, afterLine, ROWS_AT_ONCE);
      if (rows.length === 0) return;
      yield rows.map((row) => toRefusedLine(row, locale));
    }
  }
  return csvStream(refusedFileTexts[locale].heading, portions(), locale);
}

/** What stayed when an import was undone, with the reasons, for spreadsheets. */
export function exportKeptSubjects({ data }: ImportDeps, id: string, locale: Locale): ReadableStream<Uint8Array> {
  async function* portions() {
    for (let afterId: string | null = null, rows: KeptRow[] = []; ; afterId = rows.at(-1)?.id ?? afterId) {
      rows = await repository.listKeptSubjects(data, id, afterId, ROWS_AT_ONCE);
      if (rows.length === 0) return;
      yield rows.map((row) => toKeptLine(row, locale));
    }
  }
  return csvStream(keptFileTexts[locale].heading, portions(), locale);
}
