import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';

const SCHEMAS = new URL('../../../api/supabase/schemas/', import.meta.url);
const sql = readdirSync(SCHEMAS)
  .map((file) => readFileSync(new URL(file, SCHEMAS), 'utf8'))
  .join('\n');
const tables = [...sql.matchAll(/create table public\.(\w+)/g)].map(([, table = '']) => table);
/** Returns a value that the parameter accepts. A strict function returns null for null without being called. */
const valueFor = (type = ''): string | string[] | null => (type === 'text' ? 'x' : type === 'text[]' ? ['x'] : null);
const functions = [...sql.matchAll(/create function public\.(\w+)\(([^)]*)\) returns (?!trigger)/g)].map(([, name = '', list = '']) => {
  const parameters = list.split(',').map((parameter) => parameter.trim().split(' '));
  return { name, args: Object.fromEntries(parameters.flatMap(([parameter, type]) => (parameter ? [[parameter, valueFor(type)]] : []))) };
});

let site: ApiSite;
beforeAll(async () => {
  site = await startApiSite();
  await site.addBooks({ id: 'livro' });
});
afterAll(async () => await site?.close());

const asEverybody = (path: string, init: RequestInit = {}) =>
  fetch(`${site.addresses.data}/rest/v1/${path}`, {
    ...init,
    headers: { apikey: site.internal.dataPublishableKey, 'content-type': 'application/json' },
  });

test('the schema files contain tables and functions to check', () => {
  expect(tables).toContain('orders');
  expect(functions.map(({ name }) => name)).toContain('settle_order');
});

test.each(tables)('table %s shows no row to the public key and accepts none', async (table) => {
  const read = await asEverybody(`${table}?select=*&limit=1`);
  expect(await read.json()).toEqual([]);
  expect((await asEverybody(table, { method: 'POST', body: '{}' })).ok).toBe(false);
});

test.each(functions)('function $name cannot be called with the public key', async ({ name, args }) => {
  const answer = await asEverybody(`rpc/${name}`, { method: 'POST', body: JSON.stringify(args) });
  expect([401, 403, 404]).toContain(answer.status);
});

test('a PDF has no public address', async () => {
  await site.addPdf('livro');
  for (const path of ['object/public/ebooks/pdfs/livro.pdf', 'object/ebooks/pdfs/livro.pdf', 'object/public/store-assets/pdfs/livro.pdf']) {
    const answer = await fetch(`${site.addresses.data}/storage/v1/${path}`, { headers: { apikey: site.internal.dataPublishableKey } });
    expect([path, answer.ok]).toEqual([path, false]);
    expect(await answer.text()).not.toContain('%PDF');
  }
});
