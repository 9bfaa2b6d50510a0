import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { App } from '@supabase/lite';
import { applyMigrations, newestVersion, readSchemas } from '../../src/platform/migrations.ts';
import { isAddress, openConnection } from './connection.ts';
import { copyDirectory } from './state.ts';
import { DiskStorage } from './storage/disk-storage.ts';

type DatabaseOptions = {
  /** The place of the database: a directory, or the address of a running PostgreSQL. */
  place: string;
  files: string;
  port: number;
  keys: { publishable: string; secret: string };
  /** The directory with the schema files and the migrations. */
  supabase: string;
};

export type Database = {
  fetch: (request: Request) => Promise<Response>;
  /** The schema files or migrations that this start applied. */
  applied: string[];
  close: () => Promise<void>;
};

const ROOT = join(import.meta.dirname, '../../..');
export const SUPABASE = join(ROOT, 'api/supabase');
/** The roles that every hosted project has before its first migration. @supabase/lite creates them only on the first request. */
const HOSTED_ROLES = readFileSync(join(SUPABASE, 'roles.sql'), 'utf8');

/** Returns the secret of signed links. */
export const linkSecret = (secretKey: string): string => createHash('sha256').update(`signed links ${secretKey}`).digest('base64');

async function open({ place, files, port, keys }: DatabaseOptions) {
  const { connection, run, withSession } = await openConnection(place);
  await run(HOSTED_ROLES);
  const app = new App({
    connection,
    api: { enabled: true, port },
    auth: {
      enabled: true,
      jwt_secret: linkSecret(keys.secret),
      publishable_key: keys.publishable,
      secret_key: keys.secret,
    },
    storage: { enabled: true, file_size_limit: '200MB' },
    studio: { enabled: false },
    options: { server: { admin: false } },
  });
  app._storageAdapter = new DiskStorage(files);
  await app.init();
  // Creates the tables of storage, into which the schema files insert rows.
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

/** Empty databases, cached for later first starts. Tests make dozens, and each would take seconds. */
const BLANKS = join(ROOT, '.build/databases');

/**
 * Returns the path of the cached database for our schema files and migrations and the installed versions of everything. Null for a test's
 * own schema files.
 */
function blankDirectory(supabase: string): string | null {
  if (supabase !== SUPABASE) return null;
  const hash = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .update(HOSTED_ROLES)
    .update(readSchemas(supabase))
    .update(newestVersion(supabase));
  return join(BLANKS, hash.digest('hex').slice(0, 20));
}

/** Caches a copy of an empty database and removes older ones. When two starts cache a copy at the same time, one of the copies stays. */
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

/** Fills the empty directory of an embedded database. Returns the schema files and migrations that were applied. */
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
 * Opens the database at `place` and applies missing schema files and migrations. A first start builds a separate directory and renames it.
 * A killed start thus leaves no incomplete cluster, which PostgreSQL could not open.
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
    // The schema is read once when the database is opened. Until the database is opened again, additions of a migration are unknown
    // (PGRST205).
    await opened.connection.close();
    opened = await open(options);
  }
  const { app, connection } = opened;
  // The first request makes @supabase/lite create its roles, which takes seconds on a busy machine. The request below is made before the
  // database counts as ready.
  await app.fetch(new Request(`http://127.0.0.1:${options.port}/rest/v1/jobs?limit=1`, { headers: { apikey: options.keys.secret } }));
  return { fetch: async (request) => app.fetch(request), applied, close: () => connection.close() };
}
