import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { generateDatabaseTypes } from '../../../api/local/data/database-types.ts';
import { applyMigrations, type RunSql } from '../../../api/src/platform/migrations.ts';
import { privacy } from '../../../api/src/resources/site/content/default-content/privacy.ts';
import { HOSTED, openEmbedded, openWholeDatabase } from './whole-database.ts';

const SUPABASE = new URL('../../../api/supabase/', import.meta.url);
const SCHEMAS = new URL('schemas/', SUPABASE);

type Database = { run: RunSql; close: () => Promise<void> };

async function openEmpty(): Promise<Database> {
  const database = await openEmbedded();
  return {
    run: async (sql, values) =>
      values ? (await database.query<Record<string, unknown>>(sql, [...values])).rows : ((await database.exec(sql)).at(-1)?.rows ?? []),
    close: () => database.close(),
  };
}

async function openOnServer(server: string, name: string): Promise<Database> {
  const admin = new Client({ connectionString: Object.assign(new URL(server), { pathname: 'postgres' }).href });
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

const server = process.env.CONTRACT_POSTGRES;
/** The generation of types, below, always loads the same files into an embedded database. */
const place = server ? 'PostgreSQL' : 'the embedded database';
const open = (name: string): Promise<Database> => (server ? openOnServer(server, name) : openEmpty());

describe(`in ${place}`, () => {
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

  test('the schema files create the whole database, and fail when applied twice', { timeout: 120_000 }, async () => {
    const { run } = await openDatabase('semente_made');
    expect([await applyMigrations(run, SUPABASE.pathname), await applyMigrations(run, SUPABASE.pathname)]).toEqual([['schemas'], []]);
    expect(await run('select code from public.currencies')).not.toEqual([]);
  });
});

test('the generated types of tables and functions match the schema files', { timeout: 120_000 }, async () => {
  const committed = readFileSync(new URL('../../../api/src/gateways/supabase/database.generated.ts', import.meta.url), 'utf8');
  expect(committed === (await generateDatabaseTypes()), 'run: npm run database-types').toBe(true);
});

test('each retention rule is used, each used rule exists, and the privacy page states their durations', { timeout: 120_000 }, async () => {
  const database = await openWholeDatabase();
  const { rows: rules } = await database.query<{ name: string }>('select name, duration::text from public.rules order by name');
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
    keep_campaign_recipients: ['1 year', 'guardamos por 12 meses quais enviamos'],
    keep_visits: ['2 years 1 mon', 'as somas de cada página e de cada origem, por 25 meses'],
    keep_unconfirmed_subscribers: ['30 days', 'Uma inscrição que ninguém confirma é apagada em 30 dias'],
  };
  for (const [name, [duration, words]] of Object.entries(promised)) {
    expect(rules).toContainEqual({ name, duration });
    expect(page).toContain(words);
  }
});
