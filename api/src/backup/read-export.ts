import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import type { WholeStore } from '../gateways/supabase/whole-store.ts';
import { type Digest, digestOf } from './digest.ts';
import { portionsOfLines } from './lines.ts';
import { MANIFEST_FILE, type Manifest, ManifestSchema } from './manifest.ts';
import { sideBySide } from './side-by-side.ts';

const PORTION_SIZE = 1_000_000;
/** The number of portions that are sent at once: further portions are on their way while the database writes one. */
const PORTIONS_AT_ONCE = 3;
const FILES_AT_ONCE = 4;

type Say = (line: string) => void;

/**
 * Restores an export into an empty installation of the same schema version. Every file is compared with the manifest before anything is
 * written. When a restore was killed, running it again continues it. Returns the number of waiting emails that are not sent. Throws when
 * the folder is not a complete export, and when the installation has another schema version or is not empty.
 */
export async function readExport(store: WholeStore, folder: string, sendMail: boolean, say: Say): Promise<{ held: number }> {
  const { manifest, digest } = await readManifest(folder);
  await refuseDamage(folder, manifest);
  say('every file matches the manifest');
  await refuseOtherSchema(store, manifest);

  const begun = await store.beginRestore(digest, (await store.files()).length > 0);
  if (begun.outcome === 'not_empty') {
    throw new Error(
      `the installation is not empty: there are rows or files in ${begun.filled.join(', ')}. Restore into a new installation.`,
    );
  }
  if (begun.outcome === 'another')
    throw new Error('another export is half restored in this installation. Finish that restore, or use a new installation.');
  if (begun.outcome === 'continued') say('continuing where a previous run stopped');

  for (const { name, file, rows } of manifest.tables) {
    const portions = portionsOfLines(join(folder, file), PORTION_SIZE);
    await sideBySide(portions, PORTIONS_AT_ONCE, (portion) => store.restoreRows(name, portion));
    say(`${name}: ${rows} rows`);
  }
  await sideBySide(manifest.files, FILES_AT_ONCE, (file) =>
    store.storeFile(file, { bytes: file.bytes, open: () => Readable.toWeb(createReadStream(join(folder, file.file))) }),
  );
  say(`${manifest.files.length} files`);
  while ((await store.restoreStructure()) > 0);

  const { differ, held } = await store.finishRestore({
    rows: Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows])),
    sequences: manifest.sequences,
    sendMail,
    reason: `waiting when the export of ${manifest.takenAt} was made; not sent after the restore`,
  });
  if (differ.length > 0)
    throw new Error(`another process wrote to ${differ.join(', ')} during the restore. Stop the site and restore into a new installation.`);
  return { held };
}

/** Returns the manifest of an export. Throws when the folder is not an export. */
export async function readManifest(folder: string): Promise<{ manifest: Manifest; digest: string }> {
  const path = join(folder, MANIFEST_FILE);
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`${path} cannot be read: ${folder} is not a complete export`);
  });
  try {
    return { manifest: v.parse(ManifestSchema, JSON.parse(text)), digest: createHash('sha256').update(text).digest('hex') };
  } catch (error) {
    throw new Error(`${path} is damaged`, { cause: error });
  }
}

async function refuseDamage(folder: string, { tables, files }: Manifest): Promise<void> {
  const read = async ({ file, bytes, sha256 }: Digest & { file: string }) => {
    const found = await digestOf(join(folder, file)).catch(() => null);
    if (!found) throw new Error(`${file} is missing`);
    if (found.digest.bytes !== bytes || found.digest.sha256 !== sha256)
      throw new Error(`${file} is damaged: it does not match the manifest`);
    return found;
  };
  for (const table of tables) {
    const { lines } = await read(table);
    if (lines !== table.rows) throw new Error(`${table.file} is damaged: it has ${lines} rows, and the manifest says ${table.rows}`);
  }
  for (const file of files) await read(file);
}

async function refuseOtherSchema(store: WholeStore, { schema, tables }: Manifest): Promise<void> {
  const here = await store.shape();
  // The order of columns depends on past migrations and does not matter for the rows.
  const columnsOf = (list: Pick<Manifest['tables'][number], 'name' | 'columns'>[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns.map((column) => `${column.name} ${column.type}`).sort()]));
  if (here.schema !== schema || columnsOf(here.tables) !== columnsOf(tables)) {
    throw new Error(
      `the export has schema version ${schema ?? 'unknown'}, but the installation has ${here.schema ?? 'unknown'}. Restore the export with the release that wrote it, then apply the later migrations.`,
    );
  }
}
