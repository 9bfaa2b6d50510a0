import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs statements on one connection; the rows are those of the last one. */
export type RunSql = (sql: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;

const FILE = /^(\d{14})_(\w+)[.]sql$/;
/** Any number, the same in every process that migrates. */
const LOCK = 7_361_200_417;

/** The tables of Supabase's own command line, so that either can follow the other. */
const LEDGER = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
`;

/**
 * Applies the migrations in `directory` that were not yet, in order, each in a transaction with its note. One process at a time;
 * another one waits. A migration that fails leaves no trace and ends the run, as does a table that is locked for ten seconds: the
 * site would stand still behind us. Returns the names of those that were applied.
 */
export async function applyMigrations(run: RunSql, directory: string): Promise<string[]> {
  await run(`select pg_advisory_lock(${LOCK})`);
  try {
    await run(LEDGER);
    const known = new Set((await run('select version from supabase_migrations.schema_migrations')).map(({ version }) => version));
    const applied: string[] = [];
    for (const file of readdirSync(directory).sort()) {
      const [, version, name] = FILE.exec(file) ?? [];
      if (!version || known.has(version)) continue;
      await run('begin');
      try {
        await run("set local lock_timeout = '10s'");
        await run(readFileSync(join(directory, file), 'utf8'));
        await run('insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)', [version, name]);
        await run('commit');
      } catch (cause) {
        await run('rollback');
        throw new Error(`${file} was not applied: ${cause instanceof Error ? cause.message : cause}`, { cause });
      }
      applied.push(file);
    }
    // PostgREST reads the schema again.
    if (applied.length > 0) await run("notify pgrst, 'reload schema'");
    return applied;
  } finally {
    await run(`select pg_advisory_unlock(${LOCK})`);
  }
}
