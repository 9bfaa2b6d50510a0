import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { asFileError, makeFolder } from '@site/shared/process/files.ts';
import type { RowKey, StoredFile, StoredTable, WholeStore } from '../gateways/supabase/whole-store.ts';
import { digestOf } from './digest.ts';
import { linesOf, portionsOfLines } from './lines.ts';
import { isPlain, MANIFEST_FILE, type Manifest } from './manifest.ts';
import { exportReadme } from './readme.ts';
import { sideBySide } from './side-by-side.ts';

const FIRST_PORTION_ROWS = 50;
const MOST_ROWS = 5_000;
const SMALL_PORTION = 1_000_000;
const LARGE_PORTION = 4_000_000;
const READ_SIZE = 1_000_000;
/** Rows of one table are written while the database reads another. */
const TABLES_AT_ONCE = 2;
const FILES_AT_ONCE = 4;
/** Rows are rarely deleted, so the second round usually finds no deletions. */
const MOST_ROUNDS = 10;
/** Readable by the owner only, because the files contain buyers' data and digests of tokens. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

type Say = (line: string) => void;
type Copy = { table: StoredTable; file: string; rows: number };

/**
 * Exports everything in the store to `folder`. The export shows the state at one moment, the time of the last read of changes, although the
 * shop stays open. The folder appears only when it is complete. Throws when the folder exists already, or when the store rejects a call.
 */
export async function writeExport(store: WholeStore, folder: string, say: Say): Promise<Manifest> {
  try {
    return await fillExport(store, folder, await prepareExport(folder), say);
  } catch (error) {
    throw asFileError(folder, error);
  }
}

/** Creates the empty folder in which an export grows. Throws when `folder` exists already, or when no folder can be created there. */
export async function prepareExport(folder: string): Promise<string> {
  if (existsSync(folder)) throw new Error(`${folder} already exists; name another folder`);
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true }).catch((error: unknown) => {
    throw asFileError(partial, error);
  });
  makeFolder(join(partial, 'tables'), FOLDER_MODE);
  return partial;
}

async function fillExport(store: WholeStore, folder: string, partial: string, say: Say): Promise<Manifest> {
  // Files are copied before the rows that refer to them, and new files once more afterwards, so that every row's file is in the export.
  const files = new Map<string, StoredFile>();
  await copyFiles(store, partial, files);
  const { schema, tables, at, sequences, copies } = await copyTables(store, partial, say);
  await copyFiles(store, partial, files);
  say(`${files.size} files`);

  const manifest: Manifest = {
    format: 'semente-export-1',
    takenAt: at,
    schema,
    tables: [],
    sequences,
    files: [],
  };
  for (const { name, key, columns } of tables) {
    const { rows, file } = copyOf(copies, name);
    manifest.tables.push({ name, file: tableFile(name), rows, ...(await digestOf(file)).digest, key, columns });
  }
  for (const { bucket, key, contentType, cacheControl } of [...files.values()].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))) {
    const file = placeOf({ bucket, key });
    manifest.files.push({ bucket, key, file, ...(await digestOf(join(partial, file))).digest, contentType, cacheControl });
  }
  await writeFile(join(partial, 'README.md'), exportReadme(manifest), { mode: FILE_MODE });
  await writeFile(join(partial, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: FILE_MODE });
  await rename(partial, folder);
  return manifest;
}

const tableFile = (name: string): string => `tables/${name}.jsonl`;
const placeOf = ({ bucket, key }: { bucket: string; key: string }): string => `files/${bucket}/${key}`;

function copyOf(copies: Map<string, Copy>, name: string): Copy {
  const copy = copies.get(name);
  if (!copy) throw new Error(`the table ${name} appeared during the export: a migration is running; try again once it has finished`);
  return copy;
}

/**
 * Reads every table in portions. Then one statement reads all rows written since the start, and these replace the older rows. Each table
 * then has its state at the moment of that statement, unless rows were deleted. A wrong row count reveals deletions, and such a table is
 * read again, followed by its changes.
 */
async function copyTables(store: WholeStore, folder: string, say: Say) {
  const { schema, horizon, tables } = await store.shape();
  const copies = new Map<string, Copy>();
  let since = horizon;
  let unread = tables;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    await sideBySide(unread, TABLES_AT_ONCE, async (table) => {
      copies.set(table.name, await copyTable(store, table, join(folder, tableFile(table.name)), say));
    });
    const changes = await store.changes(since);
    since = changes.horizon;
    for (const [name, { changed }] of Object.entries(changes.tables)) await replaceRows(copyOf(copies, name), linesOf(changed));
    unread = tables.filter(({ name }) => copyOf(copies, name).rows !== changes.tables[name]?.rows);
    if (unread.length === 0) return { schema, tables, copies, at: changes.at, sequences: changes.sequences };
  }
  throw new Error(
    `rows change faster than they can be read in ${unread.map(({ name }) => name).join(', ')}; try again when the site is less busy`,
  );
}

async function copyTable(store: WholeStore, table: StoredTable, file: string, say: Say): Promise<Copy> {
  const output = await open(file, 'w', FILE_MODE);
  try {
    let rows = 0;
    let after: RowKey | null = null;
    for (let limit = FIRST_PORTION_ROWS; ; ) {
      const portion: string = await store.rows(table.name, after, limit);
      const lines = linesOf(portion);
      const last = lines.at(-1);
      if (last === undefined) break;
      await output.appendFile(`${portion}\n`);
      rows += lines.length;
      if (lines.length < limit) break;
      const row: RowKey = JSON.parse(last);
      after = Object.fromEntries(table.key.map((name) => [name, row[name]]));
      if (portion.length < SMALL_PORTION) limit = Math.min(limit * 2, MOST_ROWS);
      if (portion.length > LARGE_PORTION) limit = Math.max(Math.floor(limit / 2), 1);
    }
    say(`${table.name}: ${rows} rows`);
    return { table, file, rows };
  } finally {
    await output.close();
  }
}

/** Replaces the rows with the same keys, and appends new rows at the end. */
async function replaceRows(copy: Copy, lines: string[]): Promise<void> {
  if (lines.length === 0) return;
  const keyOf = (line: string): string => {
    const row: RowKey = JSON.parse(line);
    return JSON.stringify(copy.table.key.map((name) => row[name]));
  };
  const changed = new Map(lines.map((line) => [keyOf(line), line]));
  const merged = `${copy.file}.merged`;
  const output = await open(merged, 'w', FILE_MODE);
  try {
    for await (const portion of portionsOfLines(copy.file, READ_SIZE)) {
      const kept = linesOf(portion).map((line) => {
        const key = keyOf(line);
        const newer = changed.get(key);
        changed.delete(key);
        return newer ?? line;
      });
      await output.appendFile(`${kept.join('\n')}\n`);
    }
    if (changed.size > 0) await output.appendFile(`${[...changed.values()].join('\n')}\n`);
  } finally {
    await output.close();
  }
  copy.rows += changed.size;
  await rename(merged, copy.file);
}

/**
 * Copies the files that `copied` lacks in this version. A file that was removed meanwhile stays in the export, because a row may refer to
 * it.
 */
async function copyFiles(store: WholeStore, folder: string, copied: Map<string, StoredFile>): Promise<void> {
  const left = (await store.files()).filter((file) => copied.get(placeOf(file))?.version !== file.version);
  await sideBySide(left, FILES_AT_ONCE, async (file) => {
    if (!isPlain(placeOf(file))) throw new Error(`${file.bucket}/${file.key} cannot be a file name on this machine`);
    const target = join(folder, placeOf(file));
    makeFolder(dirname(target), FOLDER_MODE);
    const isCopied = await store.readFile(file, async (body) => {
      await pipeline(body, createWriteStream(target, { mode: FILE_MODE })).catch((error: unknown) => {
        throw asFileError(target, error);
      });
    });
    if (isCopied) copied.set(placeOf(file), file);
  });
}
