import { readdirSync, readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { Client } from 'pg';
import { copyDatabase } from '../../setup/postgres.ts';

const SUPABASE = new URL('../../../api/supabase/', import.meta.url);
/** The objects that exist in a hosted project before its first migration. */
export const HOSTED = `${readFileSync(new URL('roles.sql', SUPABASE), 'utf8')}
  create schema storage; create table storage.buckets (id text primary key, name text, public boolean);`;

/** One session of a database. `exec` takes several statements, `query` takes one with its values. */
export type Database = {
  query: <Row extends object = Record<string, unknown>>(sql: string, values?: unknown[]) => Promise<{ rows: Row[] }>;
  exec: (sql: string) => Promise<unknown>;
  close: () => Promise<void>;
};

export const openEmbedded = (): Promise<PGlite> => PGlite.create({ extensions: { btree_gist, pg_trgm, unaccent } });

async function copyAtServer(blank: string): Promise<Database> {
  const { address, drop } = await copyDatabase(blank);
  const client = new Client({ connectionString: address });
  await client.connect();
  return {
    query: (sql, values) => client.query(sql, values),
    exec: (sql) => client.query(sql),
    close: async () => {
      await client.end();
      await drop();
    },
  };
}

/**
 * Opens a database with the whole schema that no other test file uses. It is a copy on the PostgreSQL server of the run, because an
 * embedded database takes seconds to start. A run without PostgreSQL gets an embedded one.
 */
export async function openWholeDatabase(): Promise<Database> {
  const blank = process.env.BLANK_DATABASE;
  if (blank) return await copyAtServer(blank);
  const database = await openEmbedded();
  await database.exec(HOSTED);
  const schemas = new URL('schemas/', SUPABASE);
  for (const file of readdirSync(schemas).sort()) await database.exec(readFileSync(new URL(file, schemas), 'utf8'));
  return database;
}
