import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aBrand } from '@site/shared/testing/builders.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchBrand } from './brand.ts';

let folder: string;
let published = aBrand({ site: 'Raiz' });
let isAway = false;
const asked: string[] = [];
const warn = vi.fn();

const fetchBrand = (async (address: URL) => {
  asked.push(address.pathname + address.search);
  if (isAway) throw new TypeError('fetch failed');
  const preview = address.searchParams.get('preview');
  if (preview === 'gone') return new Response('', { status: 404 });
  return Response.json(preview ? { ...published, site: 'Rascunho' } : published);
}) as typeof fetch;

const watch = (siteUrl = 'https://raiz.example') =>
  watchBrand({ apiUrl: 'http://api.test', siteUrl, file: join(folder, 'copies/brand.json'), fetch: fetchBrand, log: { warn } });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'semente-brand-'));
  published = aBrand({ site: 'Raiz' });
  isAway = false;
  asked.length = 0;
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

it('the brand is loaded once in five seconds, and a new name appears under a new version', async () => {
  const brand = await watch();
  const [before] = await Promise.all([brand.get(), brand.get()]);
  published = aBrand({ site: 'Outra' });
  expect((await brand.get()).site).toBe('Raiz');
  vi.advanceTimersByTime(5_001);
  const after = await brand.get();
  expect(after.site).toBe('Outra');
  expect(after.version).not.toBe(before.version);
  expect(asked).toHaveLength(2);
});

it('a change of the brand that passes through this process is on the next page at once', async () => {
  const brand = await watch();
  await brand.get();
  published = aBrand({ site: 'Outra' });
  brand.outdate();
  expect((await brand.get()).site).toBe('Outra');
});

it('the last brand is used while the API is unreachable, even after a restart, unless it belongs to another site', async () => {
  const brand = await watch();
  await brand.get();
  isAway = true;
  vi.advanceTimersByTime(5_001);
  expect((await brand.get()).site).toBe('Raiz');
  expect((await (await watch()).get()).site).toBe('Raiz');
  expect((await (await watch('https://outro.example')).get()).site).toBe('outro.example');
});

it('a draft of the brand is shown under its id, and the published brand is shown once the draft is removed', async () => {
  const brand = await watch();
  expect((await brand.get('draft')).site).toBe('Rascunho');
  expect((await brand.get('gone')).site).toBe('Raiz');
  expect((await brand.get()).site).toBe('Raiz');
});
