import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs statements in one session. Returns the rows of the last statement. */
export type RunSql = (sql: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
type Migration = { readonly file: string; readonly version: string; readonly name: string };

/** The version of a database that was made from the schema files. All migrations have later versions. */
export const BASELINE = '20261130000000';
const SCHEMAS = 'schemas';
const MIGRATIONS = 'migrations';
const FILE = /^(\d{14})_(\w+)[.]sql$/;
/** Key of the advisory lock. Any number will do, but every process that migrates must use the same one. */
const LOCK = 7_361_200_417;

/** These are the tables of the Supabase CLI, so that the API and the CLI can each apply migrations after the other. */
const LEDGER = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
`;

const TABLES = `select exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r') as found`;

/** Returns the text of all schema files in order. It turns an empty database into the site's database. */
export const readSchemas = (supabase: string): string =>
  readdirSync(join(supabase, SCHEMAS))
    .sort()
    .map((file) => readFileSync(join(supabase, SCHEMAS, file), 'utf8'))
    .join('\n');

function readMigrations(supabase: string): Migration[] {
  const directory = join(supabase, MIGRATIONS);
  return (existsSync(directory) ? readdirSync(directory).sort() : []).flatMap((file) => {
    const [, version = '', name = ''] = FILE.exec(file) ?? [];
    return version > BASELINE ? [{ file, version, name }] : [];
  });
}

/** Returns the version of a database that has every migration in `supabase`. */
export const newestVersion = (supabase: string): string => readMigrations(supabase).at(-1)?.version ?? BASELINE;

const startAgain = (fact: string): Error =>
  new Error(
    `${fact}. Nothing is released yet, so there is no way from there to here. On your own machine: npm run reset, then npm start. Elsewhere: use an empty database.`,
  );

/**
 * Migrates the database to the state of `supabase`, one process at a time. An empty database is created from the schema files, which
 * already contain every migration. An existing database gets its missing migrations in order. Each step and its version row are one
 * transaction. A failing step leaves no trace and ends the run. So does a table that stays locked for ten seconds, because the site would
 * have to wait behind the migration. Returns what was applied. Throws when the database was created from other schema files before version
 * 1.0.
 */
export async function applyMigrations(run: RunSql, supabase: string): Promise<string[]> {
  const note = ({ version, name }: Omit<Migration, 'file'>) =>
    run('insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)', [version, name]);
  async function inTransaction(what: string, work: () => Promise<void>): Promise<string> {
    await run('begin');
    try {
      await run("set local lock_timeout = '10s'");
      await work();
      await run('commit');
      return what;
    } catch (cause) {
      await run('rollback');
      throw new Error(`${what} was not applied: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  }

  await run(`select pg_advisory_lock(${LOCK})`);
  try {
    await run(LEDGER);
    const rows = await run('select version, name from supabase_migrations.schema_migrations');
    const known = new Map(rows.map(({ version, name }) => [version, name]));
    const migrations = readMigrations(supabase);
    const schemas = readSchemas(supabase);
    const baseline = `baseline_${createHash('sha256').update(schemas).digest('hex').slice(0, 12)}`;
    const applied: string[] = [];
    if (!known.has(BASELINE)) {
      const [tables] = await run(TABLES);
      if (known.size > 0 || tables?.found) throw startAgain('This database is from before the baseline');
      applied.push(
        await inTransaction(SCHEMAS, async () => {
          await run(schemas);
          for (const one of [{ version: BASELINE, name: baseline }, ...migrations]) await note(one);
        }),
      );
    } else {
      if (migrations.length === 0 && known.get(BASELINE) !== baseline) throw startAgain('This database was made from other schema files');
      for (const migration of migrations.filter(({ version }) => !known.has(version)))
        applied.push(
          await inTransaction(migration.file, async () => {
            await run(readFileSync(join(supabase, MIGRATIONS, migration.file), 'utf8'));
            await note(migration);
          }),
        );
    }
    // Makes PostgREST reload the schema.
    if (applied.length > 0) await run("notify pgrst, 'reload schema'");
    return applied;
  } finally {
    await run(`select pg_advisory_unlock(${LOCK})`);
  }
}
