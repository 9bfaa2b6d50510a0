import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyMigrations, type RunSql } from './migrations.ts';

let database: PGlite;
let directory: string;
const run: RunSql = async (sql, values) =>
  values ? (await database.query<Record<string, unknown>>(sql, [...values])).rows : ((await database.exec(sql)).at(-1)?.rows ?? []);
const write = (file: string, sql: string) => writeFileSync(join(directory, file), sql);

beforeAll(async () => {
  database = await PGlite.create();
  directory = mkdtempSync(join(tmpdir(), 'migrations-'));
  write('20260101000002_second.sql', 'insert into book values (1); insert into book values (2);');
  write('20260101000001_first.sql', 'create table book (id integer primary key);');
  write('notes.md', 'no migration');
}, 60_000);
afterAll(async () => {
  await database?.close();
  rmSync(directory, { recursive: true });
});

test('applies what is new, in order, and nothing twice', async () => {
  expect(await applyMigrations(run, directory)).toEqual(['20260101000001_first.sql', '20260101000002_second.sql']);
  expect(await applyMigrations(run, directory)).toEqual([]);
  expect(await run('select count(*)::int as books from book')).toEqual([{ books: 2 }]);
});

test('leaves no trace of one that fails, and goes on with it when it is right', async () => {
  write('20260101000003_third.sql', 'insert into book values (3); insert into shelf values (1);');
  write('20260101000004_fourth.sql', 'insert into book values (4);');
  await expect(applyMigrations(run, directory)).rejects.toThrow('20260101000003_third.sql was not applied: relation "shelf"');
  expect(await run('select count(*)::int as books from book')).toEqual([{ books: 2 }]);
  write('20260101000003_third.sql', 'insert into book values (3);');
  expect(await applyMigrations(run, directory)).toEqual(['20260101000003_third.sql', '20260101000004_fourth.sql']);
  expect(await run('select version, name from supabase_migrations.schema_migrations order by version desc limit 1')).toEqual([
    { version: '20260101000004', name: 'fourth' },
  ]);
});
