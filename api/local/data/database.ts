import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { App } from '@supabase/lite';
import { applyMigrations, newestVersion, readSchemas } from '../../src/platform/migrations.ts';
import { isAddress, openConnection } from './connection.ts';
import { copyDirectory } from './state.ts';
import { DiskStorage } from './storage/disk-storage.ts';

type DatabaseOptions = {
  /** A directory, or the address of a PostgreSQL that runs already. */
  place: string;
  files: string;
  port: number;
  keys: { publishable: string; secret: string };
  /** The directory with the schema files and the migrations. */
  supabase: string;
};

export type Database = {
  fetch: (request: Request) => Promise<Response>;
  /** What this start applied: the schema files or migrations. */
  applied: string[];
  close: () => Promise<void>;
};

const ROOT = join(import.meta.dirname, '../../..');
export const SUPABASE = join(ROOT, 'api/supabase');
/** What every hosted project has before it is migrated; @supabase/lite makes the roles only at the first request. */
const HOSTED_ROLES = readFileSync(join(SUPABASE, 'roles.sql'), 'utf8');

async function open({ place, files, port, keys }: DatabaseOptions) {
  const { connection, run, withSession } = await openConnection(place);
  await run(HOSTED_ROLES);
  const app = new App({
    connection,
    api: { enabled: true, port },
    auth: {
      enabled: true,
      jwt_secret: createHash('sha256').update(`signed links ${keys.secret}`).digest('base64'),
      publishable_key: keys.publishable,
      secret_key: keys.secret,
    },
    storage: { enabled: true, file_size_limit: '64MiB' },
    studio: { enabled: false },
    options: { server: { admin: false } },
  });
  app._storageAdapter = new DiskStorage(files);
  await app.init();
  // The tables of storage, which the schema files fill.
  await app.ensureSystemSchema();
  return { app, connection, withSession };
}

async function migrate(options: DatabaseOptions): Promise<string[]> {
  const { connection, withSession } = await open(options);
  try {
    return await withSession((run) => applyMigrations(run, options.supabase));
  } finally {
    await connection.close();
  }
}

/** Databases without a row, kept for the next first start: tests make dozens, and each would take seconds. */
const BLANKS = join(ROOT, '.build/databases');

/** The place of the blank database of our schema files and migrations, made by these versions of everything; null for those of a test. */
function blankDirectory(supabase: string): string | null {
  if (supabase !== SUPABASE) return null;
  const hash = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .update(HOSTED_ROLES)
    .update(readSchemas(supabase))
    .update(newestVersion(supabase));
  return join(BLANKS, hash.digest('hex').slice(0, 20));
}

/** Keeps a copy of a blank database, and no older one. Two starts may do it at the same time: one of them wins. */
function keepBlank(directory: string, blank: string): void {
  const partial = `${blank}.${process.pid}`;
  mkdirSync(BLANKS, { recursive: true });
  copyDirectory(directory, partial);
  try {
    for (const other of readdirSync(BLANKS)) if (!other.includes('.')) rmSync(join(BLANKS, other), { recursive: true, force: true });
    renameSync(partial, blank);
  } catch {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Fills the empty directory of an embedded database. Returns what was applied to make it. */
async function makeDatabase(options: DatabaseOptions): Promise<string[]> {
  const blank = blankDirectory(options.supabase);
  if (blank && existsSync(blank)) {
    copyDirectory(blank, options.place);
    return [];
  }
  const applied = await migrate(options);
  if (blank) keepBlank(options.place, blank);
  return applied;
}

/**
 * Opens the database at `place`, brought to what the schema files and migrations say. A first start builds a directory aside and
 * renames it, so that a start that was killed leaves no half-made cluster, which PostgreSQL could not open again.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { place } = options;
  let applied: string[] = [];
  if (!isAddress(place) && !existsSync(place)) {
    const partial = `${place}.partial`;
    rmSync(partial, { recursive: true, force: true });
    applied = await makeDatabase({ ...options, place: partial });
    renameSync(partial, place);
  }
  let opened = await open(options);
  const pending = await opened
    .withSession((run) => applyMigrations(run, options.supabase))
    .catch(async (error) => {
      await opened.connection.close();
      throw error;
    });
  if (pending.length > 0) {
    applied = [...applied, ...pending];
    // The schema is read once when the database is opened: what a migration adds is unknown (PGRST205) until the next time.
    await opened.connection.close();
    opened = await open(options);
  }
  const { app, connection } = opened;
  // @supabase/lite makes its roles with the first request, for seconds on a busy machine: who has not answered one is not ready.
  await app.fetch(new Request(`http://127.0.0.1:${options.port}/rest/v1/jobs?limit=1`, { headers: { apikey: options.keys.secret } }));
  return { fetch: async (request) => app.fetch(request), applied, close: () => connection.close() };
}
