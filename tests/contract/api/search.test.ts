import { endpoints } from '@site/shared/contracts/endpoints.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createData } from '../../../api/src/gateways/supabase/data.ts';
import { readEpisodes } from '../../../api/src/resources/channel/episodes/episodes.service.ts';
import { type ApiSite, startApiSite } from './api-site.ts';

/** More rows than a search samples, so that common and rare words use different query plans. */
const BOOKS = 400;
const AT_ONE_MOMENT = 50;

let site: ApiSite;
const id = (index: number) => `livro-${String(index).padStart(3, '0')}`;
const moment = (index: number) => new Date(Date.UTC(2026, 0, 1) - Math.floor(index / AT_ONE_MOMENT) * 60_000).toISOString();

/** Every second book has a word about the heart, every fortieth about a psalm. One word is only in the oldest books. */
const facts = (index: number) => ({
  title: `Livro ${index}${index % 40 === 0 ? ' do Salmo' : ''}`,
  description: `${index % 2 === 0 ? 'Coração' : 'Fé'} manso.${index === BOOKS - 1 ? ' Ornitorrinco.' : ''}`,
});
const all = Array.from({ length: BOOKS }, (_, index) => ({ id: id(index), at: moment(index), ...facts(index) }));
const inOrder = (rows: typeof all) =>
  rows.toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1)).map((row) => row.id);

beforeAll(async () => {
  site = await startApiSite();
  await site.channelIsRead();
  await site.addBooks(...all);
  for (const at of new Set(all.map((row) => row.at))) {
    const ids = all.filter((row) => row.at === at).map((row) => row.id);
    await site.rows('PATCH', `ebooks_metadata?id=in.(${ids.join(',')})`, { created_at: at });
  }
  await site.rows(
    'POST',
    'episodes',
    all.map(({ at, ...row }, index) => ({ ...row, slug: row.id, published_at: at, duration_seconds: 600 + index })),
  );
});
afterAll(async () => await site?.close());

async function shelf(query: Record<string, string>) {
  const { status, json, text } = await site.call('GET', `/api/ebooks?${new URLSearchParams(query)}`);
  expect(status, text).toBe(200);
  return v.parse(endpoints['GET /api/ebooks'].answer, json);
}

async function walk(q: string) {
  const first = await shelf({ q });
  const ids = first.ebooks.map((book) => book.id);
  for (let after = first.nextCursor; after !== null; ) {
    const page = await shelf({ q, after });
    expect([page.total, page.isTotalCapped], 'the same on each page').toEqual([first.total, first.isTotalCapped]);
    ids.push(...page.ebooks.map((book) => book.id));
    after = page.nextCursor;
  }
  return { ids, total: first.total, isTotalCapped: first.isTotalCapped };
}

const has = (part: string) => all.filter(({ title, description }) => `${title} ${description}`.includes(part));

describe('pages of a catalogue with many books', () => {
  test.each([
    ['no search text', '', all, { total: BOOKS, isTotalCapped: false }],
    ['a common word without its accents', 'coracao', has('Coração'), { total: 100, isTotalCapped: true }],
    ['two letters', 'FE', has('Fé'), { total: 100, isTotalCapped: true }],
    ['a rare word', 'sálmo', has('Salmo'), { total: 10, isTotalCapped: false }],
    ['a word of the oldest book', 'ornitorrinco', has('Ornitorrinco'), { total: 1, isTotalCapped: false }],
    ['a word of no book', 'xilofone', [], { total: 0, isTotalCapped: false }],
  ])('pages of many books for %s have each book once and in order, also at equal times', async (_, q, expected, totals) => {
    expect(await walk(q)).toEqual({ ids: inOrder(expected), ...totals });
  });

  test('each page of a large catalogue contains the number of books that are shown at that moment', async () => {
    // A cached list is served for a moment after a change.
    const totalBecomes = (total: number) =>
      site.until(
        () => shelf({ q: '' }),
        (answer) => answer.total === total,
      );
    await site.rows('PATCH', `ebooks_metadata?id=in.(${id(0)},${id(1)},${id(2)})`, { state: 'draft' });
    await totalBecomes(BOOKS - 3);
    await site.rows('DELETE', `list_prices?ebook_id=eq.${id(3)}&currency=eq.USD`);
    await totalBecomes(BOOKS - 4);
    await site.rows('DELETE', `ebooks_metadata?id=eq.${id(4)}`);
    await totalBecomes(BOOKS - 5);
    await site.rows('PATCH', `ebooks_metadata?id=in.(${id(0)},${id(1)},${id(2)})`, { state: 'published' });
    await site.rows('POST', 'list_prices', [{ ebook_id: id(3), currency: 'USD', amount_minor: 2_990 }]);
    await totalBecomes(BOOKS - 1);
  });
});

describe('pages of a list with many episodes', () => {
  const find = (words: string, category: string, ids: string[] | null = null) =>
    readEpisodes(createData(site.addresses.data, site.internal.dataSecretKey), { words, category, ids, size: BOOKS });
  const idsOf = ({ episodes }: Awaited<ReturnType<typeof find>>) =>
    episodes.map((episode) => episode.id).filter((name) => name.startsWith('livro-'));

  test.each([
    ['manso', 'livro', all],
    ['coração', 'livro', has('Coração')],
    ['coração', 'salmo', has('Salmo')],
    ['ornitorrinco', 'livro', has('Ornitorrinco')],
    ['ornitorrinco', 'salmo', []],
    ['', 'salmo', has('Livro').filter(({ title }) => title.includes('Salmo'))],
  ])('pages of many episodes with the words %o and the chip %o have each match once', async (words, chip, expected) => {
    expect(idsOf(await find(words, chip))).toEqual(inOrder(expected));
  });

  test('pages of episodes that are requested by id contain exactly these episodes', async () => {
    const page = await find('', '', [id(7), id(90), 'nenhum']);
    expect([idsOf(page), page.total]).toEqual([[id(7), id(90)], 2]);
  });
});
