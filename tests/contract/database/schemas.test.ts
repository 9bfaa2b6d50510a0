import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { generateDatabaseTypes } from '../../../api/local/data/database-types.ts';
import { applyMigrations, type RunSql } from '../../../api/src/platform/migrations.ts';
import { privacy } from '../../../api/src/resources/content/default-content/privacy.ts';

const SUPABASE = new URL('../../../api/supabase/', import.meta.url);
const SCHEMAS = new URL('schemas/', SUPABASE);
const MIGRATIONS = new URL('migrations/', SUPABASE);
const CATALOGUE = readFileSync(new URL('catalogue.sql', import.meta.url), 'utf8');
/** What a hosted project has before its first migration. */
const HOSTED = `${readFileSync(new URL('roles.sql', SUPABASE), 'utf8')}
  create schema storage; create table storage.buckets (id text primary key, name text, public boolean);`;

type Database = { run: RunSql; close: () => Promise<void> };

async function openEmbedded(): Promise<Database> {
  const database = await PGlite.create({ extensions: { btree_gist, pg_trgm, unaccent } });
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

/** Before the first release no process ran beside a newer database: functions changed as they liked. */
const FIRST_RELEASE = '20261126';
/** Functions that went: a release after their last caller, or at once where only other functions called them. */
const GONE: readonly string[] = ['is_page(p_path)', 'mail_mark(p_key)', 'keeps_free_copies(o)', 'draft_tasks()'];

type Callable = { name: string; args: string[]; optional: number };
const callables = async (run: RunSql): Promise<Callable[]> =>
  (await run(`select proname as name, coalesce(proargnames[:pronargs], '{}') as args, pronargdefaults as optional
    from pg_proc where pronamespace = 'public'::regnamespace`)) as Callable[];

/** Calls that a process of before makes, by the names of their arguments, and that nothing answers any more. */
const lostCalls = (before: readonly Callable[], after: readonly Callable[]): string[] =>
  before
    .filter(
      ({ name, args }) =>
        !after.some(
          (now) =>
            now.name === name &&
            args.every((arg) => now.args.includes(arg)) &&
            now.args.slice(0, now.args.length - now.optional).every((arg) => args.includes(arg)),
        ),
    )
    .map(({ name, args }) => `${name}(${args.join(', ')})`);

/** Applies the migrations of before, then the later ones. Answers the calls that were lost on the way. */
async function migrate(run: RunSql, firstLater: string): Promise<string[]> {
  const past = mkdtempSync(join(tmpdir(), 'semente-migrations-'));
  for (const file of readdirSync(MIGRATIONS)) {
    if (file < firstLater) copyFileSync(new URL(file, MIGRATIONS), join(past, file));
  }
  await applyMigrations(run, past);
  rmSync(past, { recursive: true });
  const before = await callables(run);
  await applyMigrations(run, MIGRATIONS.pathname);
  return lostCalls(before, await callables(run)).filter((call) => !GONE.includes(call));
}

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
    expect(await migrate(migrated.run, FIRST_RELEASE), 'a function keeps its arguments for a release').toEqual([]);
    await applySchemas(written.run);
    const catalogue = await catalogueOf(written.run);
    expect(Object.keys(catalogue)).toContain('table orders');
    expect(await catalogueOf(migrated.run)).toEqual(catalogue);
    for (const rows of ['select * from public.currencies order by code', 'select name, duration::text from public.rules order by name'])
      expect(await migrated.run(rows)).toEqual(await written.run(rows));

    // What would go unseen if the catalogue did not hold it.
    const changes = [
      'alter table public.orders disable row level security',
      'alter table public.orders alter column country set not null',
      'alter table public.order_copies drop constraint order_copies_no_check',
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

  test('an argument that gets another name is a lost call', () => {
    const settle = { name: 'settle_order', args: ['p_order_id', 'p_reading'], optional: 0 };
    const renamed = { ...settle, args: ['p_order_id', 'p_sync_no'] };
    expect(lostCalls([settle], [renamed])).toEqual(['settle_order(p_order_id, p_reading)']);
    expect(lostCalls([settle], [renamed, settle])).toEqual([]);
    const longer = { ...settle, args: [...settle.args, 'p_more'] };
    expect([lostCalls([settle], [{ ...longer, optional: 1 }]), lostCalls([settle], [longer])]).toEqual([
      [],
      ['settle_order(p_order_id, p_reading)'],
    ]);
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

test('each rule is used, each that is used is there, and the privacy page says how long', { timeout: 120_000 }, async () => {
  const database = await openEmbedded();
  await database.run(HOSTED);
  await applySchemas(database.run);
  const rules = await database.run('select name, duration::text from public.rules order by name');
  await database.close();

  const schemas = readdirSync(SCHEMAS).map((file) => readFileSync(new URL(file, SCHEMAS), 'utf8'));
  const used = new Set([...schemas.join('').matchAll(/public[.]rule\('(\w+)'\)/g)].map(([, name]) => name));
  expect(rules.map(({ name }) => name)).toEqual([...used].sort());

  const page = JSON.stringify(
    privacy({
      SITE_NAME: 'Raiz',
      SITE_URL: 'https://raiz.example',
      AUTHOR_NAME: 'Marina',
      CONTACT_EMAIL: 'a@raiz.example',
      SITE_TIME_ZONE: 'America/Sao_Paulo',
      channelId: undefined,
      SPOTIFY_SHOW_URL: undefined,
      INSTAGRAM_URL: undefined,
      DEFAULT_CURRENCY: 'BRL',
    }),
  );
  const promised = {
    keep_carts: ['90 days', 'O carrinho da sua conta: 90 dias depois da última mudança.'],
    keep_contact_messages: ['2 years', 'Mensagens de contato: 24 meses.'],
    keep_import_proofs: ['5 years', 'o consentimento de uma lista trazida: cinco anos.'],
    keep_import_rows: ['30 days', 'não puderam ser trazidas: 30 dias.'],
    keep_orders: ['8 years', 'apagados oito anos depois de feitos'],
    keep_rate_limits: ['1 day', 'Contadores contra abuso: um dia.'],
    keep_sent_copies: ['30 days', '30 dias depois do envio'],
    keep_stamped_copies: ['30 days', 'até 30 dias depois do último download'],
    keep_stripe_events: ['60 days', 'a Stripe nos envia: 60 dias.'],
    keep_visit_paths: ['90 days', 'Que origem levou a que página fica por 90 dias'],
    keep_letter_recipients: ['1 year', 'guardamos por 12 meses quais enviamos'],
    keep_visits: ['2 years 1 mon', 'as somas de cada página e de cada origem, por 25 meses'],
    keep_unconfirmed_subscribers: ['30 days', 'Uma inscrição que ninguém confirma é apagada em 30 dias'],
  };
  for (const [name, [duration, words]] of Object.entries(promised)) {
    expect(rules).toContainEqual({ name, duration });
    expect(page).toContain(words);
  }
});
