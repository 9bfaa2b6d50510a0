import { LARGEST_IMPORT, MOST_IMPORT_ROWS } from '@site/shared/contracts/admin-imports.ts';
import * as v from 'valibot';
import { tables } from '../../../gateways/supabase/database.generated.ts';
import { MOST_FAILURES } from '../../../platform/attempt.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Job } from '../../../platform/jobs.ts';
import { FileProblem, identifyFile, readCsvRecords } from './csv-records.ts';
import { createRowReader, type NewRow } from './import-columns.ts';

export const IMPORTS = 'imports';
/** The instance where the owner starts an import begins at once. */
const LOOK_EVERY_S = 60;
const LEASE_S = 60;
const ROWS_AT_ONCE = 500;

const AtWorkSchema = v.object({
  ...v.pick(tables.imports, ['id', 'kind', 'source', 'filename', 'consented_at']).entries,
  state: v.picklist(['reading', 'importing', 'undoing']),
  columns: v.nullable(v.array(v.nullable(v.string()))),
  last_line: v.number(),
});
/** The oldest import with work to do, and the last line that was read. */
type ImportAtWork = v.InferOutput<typeof AtWorkSchema>;

type WorkDeps = Pick<Deps, 'data' | 'clock' | 'wakeMail'>;
type Work = WorkDeps & { keep: () => Promise<void> };

/**
 * Reads the files of imports, imports their rows and undoes imports, one after another. An interrupted import continues where it stopped.
 */
export const importsJob = (deps: WorkDeps): Job => ({
  name: IMPORTS,
  intervalSeconds: LOOK_EVERY_S,
  leaseSeconds: LEASE_S,
  run: async ({ keep, attempt }) => {
    const work = { ...deps, keep };
    const { sql } = deps.data;
    const getNext = async () => v.parse(v.nullable(AtWorkSchema), await sql.getImportAtWork());
    for (let next = await getNext(); next; next = await getNext()) {
      const { id, state, filename } = next;
      const found = next;
      await keep();
      const failures = await attempt(id, filename, async () => {
        if (state === 'reading') await readFile(work, found);
        else if (state === 'importing') await importRows(work, id);
        else await undoRows(work, id);
      });
      // The owner sees the failure on the import's page and can send the file again.
      if (state === 'reading' && failures >= MOST_FAILURES) await sql.refuseImport({ id, problem: 'unreadable' });
    }
  },
});

async function importRows({ data, wakeMail, keep }: Work, id: string): Promise<void> {
  while (await data.sql.importPortion({ id, size: ROWS_AT_ONCE })) {
    wakeMail();
    await keep();
  }
}

async function undoRows({ data, keep }: Work, id: string): Promise<void> {
  while (await data.sql.undoPortion({ id, size: ROWS_AT_ONCE })) await keep();
}

async function readFile(work: Work, found: ImportAtWork): Promise<void> {
  try {
    if (await readRows(work, found)) await work.data.sql.finishReading({ id: found.id });
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    await work.data.sql.refuseImport({ id: found.id, problem: error.problem });
  }
}

/**
 * Stores the rows of a file that were not read before. Returns false when the import was rejected or discarded meanwhile. Throws
 * `FileProblem` for a file that cannot be imported at all.
 */
async function readRows({ data, clock, keep }: Work, found: ImportAtWork): Promise<boolean | null> {
  const { id, last_line: lastLine } = found;
  const key = `imports/${id}.csv`;
  const file = await data.aboutPrivateFile(key);
  if (!file) throw new FileProblem('upload_gone');
  if (file.size > LARGEST_IMPORT) throw new FileProblem('too_large');
  const { digest, encoding } = await identifyFile(await data.streamPrivateFile(key));
  if (!(await data.sql.identifyImport({ id, digest }))) return false;

  let read: ReturnType<typeof createRowReader> | null = null;
  let count = 0;
  let waiting: NewRow[] = [];
  const store = async () => {
    await keep();
    const isTaken = waiting.length === 0 || (await data.sql.addImportRows({ id, rows: waiting }));
    waiting = [];
    return isTaken;
  };
  for await (const record of readCsvRecords(await data.streamPrivateFile(key), encoding)) {
    if (!read) {
      const { kind, source, consented_at: consentedAt, columns } = found;
      read = createRowReader(record.cells, { kind, source, consentedAt, columns }, clock());
      continue;
    }
    const row = read(record);
    if (!row) continue;
    count += 1;
    if (count > MOST_IMPORT_ROWS) throw new FileProblem('too_many_rows');
    if (row.line > lastLine) waiting.push(row);
    if (waiting.length === ROWS_AT_ONCE && !(await store())) return false;
  }
  if (!read) throw new FileProblem('empty');
  if (count === 0) throw new FileProblem('no_rows');
  return await store();
}
