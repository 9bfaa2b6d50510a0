import { readdirSync, readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { generateDatabaseTypes } from '../../../api/local/data/database-types.ts';
import { applyMigrations, type RunSql } from '../../../api/src/platform/migrations.ts';

const SUPABASE = new URL('../../../api/supabase/', import.meta.url);
const SCHEMAS = new URL('schemas/', SUPABASE);
const MIGRATIONS = new URL('migrations/', SUPABASE);
const CATALOGUE = readFileSync(new URL('catalogue.sql', import.meta.url), 'utf8');
/** What a hosted project has before its first migration. */
const HOSTED = `${readFileSync(new URL('roles.sql', SUPABASE), 'utf8')}
  create schema storage; create table storage.buckets (id text primary key, name text, public boolean);`;

type Database = { run: RunSql; close: () => Promise<void> };

async function openEmbedded(): Promise<Database> {
  const database = await PGlite.create({ extensions: { pg_trgm, unaccent } });
  return {
    run: async (sql, values) =>
      values ? (await database.query<Record<string, unknown>>(sql, [...values])).rows : ((await database.exec(sql)).at(-1)?.rows ?? []),
    close: () => database.close(),
  };
}

async function openOnServer(server: string, name: string): Promise<Database> {
  const admin = new Client({ connectionString: server });
  await admin.connect();
  await admin.query(`drop database if exists ${name}`);
  await admin.query(`create database ${name}`);
  const client = new Client({ connectionString: Object.assign(new URL(server), { pathname: name }).href });
  await client.connect();
  return {
    run: async (sql, values) => (await client.query(sql, values ? [...values] : undefined)).rows ?? [],
    close: async () => {
      await client.end();
      await admin.query(`drop database ${name}`);
      await admin.end();
    },
  };
}

const applySchemas = async (run: RunSql) => {
  for (const file of readdirSync(SCHEMAS).sort()) await run(readFileSync(new URL(file, SCHEMAS), 'utf8'));
};

/** Every table, column, constraint, index, trigger, policy and function, with all that makes it what it is. */
const catalogueOf = async (run: RunSql): Promise<Record<string, unknown>> =>
  Object.fromEntries((await run(CATALOGUE)).map(({ kind, name, definition }) => [`${kind} ${name}`, definition]));

const server = process.env.CONTRACT_POSTGRES;
const places: [string, (name: string) => Promise<Database>][] = [
  ['the embedded database', openEmbedded],
  ...(server ? [['PostgreSQL', (name: string) => openOnServer(server, name)] satisfies [string, unknown]] : []),
];

describe.each(places)('in %s', (_place, open) => {
  const opened: Database[] = [];
  const openDatabase = async (name: string) => {
    const database = await open(name);
    opened.push(database);
    await database.run(HOSTED);
    return database;
  };
  afterAll(async () => {
    for (const { close } of opened) await close();
  });

  test('the migrations make what the schema files say', { timeout: 120_000 }, async () => {
    const [migrated, written] = [await openDatabase('semente_migrated'), await openDatabase('semente_written')];
    await applyMigrations(migrated.run, MIGRATIONS.pathname);
    await applySchemas(written.run);
    const catalogue = await catalogueOf(written.run);
    expect(Object.keys(catalogue)).toContain('table orders');
    expect(await catalogueOf(migrated.run)).toEqual(catalogue);

    // What would go unseen if the catalogue did not hold it.
    const changes = [
      'alter table public.orders disable row level security',
      'alter table public.orders alter column country set not null',
      'alter table public.order_items drop constraint order_items_quantity_check',
      'drop index public.orders_completed',
      'drop trigger note_prices on public.ebook_prices',
      'grant execute on function public.is_restored() to anon',
      'alter function public.is_restored() volatile',
      "create or replace function public.is_restored() returns boolean language sql stable security definer set search_path = '' as 'select true'",
      'create policy open on public.orders using (true)',
    ];
    for (const change of changes) {
      await written.run(`begin; ${change}`);
      expect([change, await catalogueOf(written.run)]).not.toEqual([change, catalogue]);
      await written.run('rollback');
    }
  });

  test('a database from before the baseline says what it needs', { timeout: 120_000 }, async () => {
    const { run } = await openDatabase('semente_old');
    await run('create table public.orders (id uuid primary key)');
    await expect(applyMigrations(run, MIGRATIONS.pathname)).rejects.toThrow('export it with the release before');
  });
});

test('the types of tables and functions are those of the schema files', { timeout: 120_000 }, async () => {
  const committed = readFileSync(new URL('../../../api/src/gateways/supabase/database.generated.ts', import.meta.url), 'utf8');
  expect(committed === (await generateDatabaseTypes()), 'run: npm run database-types').toBe(true);
});
