import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { applyMigrations, BASELINE, newestVersion, type RunSql } from './migrations.ts';

let database: PGlite;
let supabase: string;
const run: RunSql = async (sql, values) =>
  values ? (await database.query<Record<string, unknown>>(sql, [...values])).rows : ((await database.exec(sql)).at(-1)?.rows ?? []);
const write = (file: string, sql: string) => writeFileSync(join(supabase, file), sql);
const apply = () => applyMigrations(run, supabase);
const books = async () => (await run('select count(*)::int as books from book'))[0]?.books;

beforeAll(async () => {
  database = await PGlite.create();
}, 120_000);
afterAll(async () => await database?.close());
beforeEach(async () => {
  await run('drop schema public cascade; create schema public; drop schema if exists supabase_migrations cascade');
  supabase = mkdtempSync(join(tmpdir(), 'migrations-'));
  for (const folder of ['schemas', 'migrations']) mkdirSync(join(supabase, folder));
  write('schemas/20_second.sql', 'insert into book values (1);');
  write('schemas/10_first.sql', 'create table book (id integer primary key);');
  return () => rmSync(supabase, { recursive: true });
}, 60_000);

test('an empty database is created from the schema files in their order, once', async () => {
  expect(await apply()).toEqual(['schemas']);
  expect(await apply()).toEqual([]);
  expect(await books()).toBe(1);
  expect(newestVersion(supabase)).toBe(BASELINE);
});

test('a migration runs on an existing database, and is only recorded for a new one, whose schema includes it', async () => {
  await apply();
  write('migrations/20270101000001_more.sql', 'insert into book values (2);');
  write('schemas/30_third.sql', 'insert into book values (2);');
  expect(await apply()).toEqual(['20270101000001_more.sql']);
  expect(await books()).toBe(2);
  await run('drop table book; drop schema supabase_migrations cascade');
  expect([await apply(), await apply()]).toEqual([['schemas'], []]);
  expect([await books(), newestVersion(supabase)]).toEqual([2, '20270101000001']);
});

test('a failed migration leaves no trace, and runs after it is corrected', async () => {
  await apply();
  write('migrations/20270101000001_wrong.sql', 'insert into book values (3); insert into shelf values (1);');
  write('migrations/20270101000002_later.sql', 'insert into book values (4);');
  await expect(apply()).rejects.toThrow('20270101000001_wrong.sql was not applied: relation "shelf"');
  expect(await books()).toBe(1);
  write('migrations/20270101000001_wrong.sql', 'insert into book values (3);');
  expect(await apply()).toEqual(['20270101000001_wrong.sql', '20270101000002_later.sql']);
});

test('failing schema files leave the database empty', async () => {
  write('schemas/30_third.sql', 'insert into shelf values (1);');
  await expect(apply()).rejects.toThrow('schemas was not applied: relation "shelf"');
  rmSync(join(supabase, 'schemas/30_third.sql'));
  expect(await apply()).toEqual(['schemas']);
});

test('a database of a development version is rejected with a sentence that says how to start again', async () => {
  await run('create table orders (id integer)');
  await expect(apply()).rejects.toThrow(/from before the baseline.*npm run reset/);
  await run('drop table orders');
  await apply();
  write('schemas/20_second.sql', 'insert into book values (2);');
  await expect(apply()).rejects.toThrow(/made from other schema files.*npm run reset/);
  expect(await books()).toBe(1);
});
