import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFinishedPages, type FinishedPage } from './finished-pages.ts';

const silent = { warn: () => undefined };
const page = (text: string, { status = 200, tags = 'texts' as string | null, isPartial = false } = {}) =>
  new Response(text, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...(tags === null ? {} : { 'cache-tag': tags }),
      ...(isPartial ? { 'x-partial': '1' } : {}),
    },
  });
const textOf = async (given: FinishedPage | Response) =>
  given instanceof Response ? await given.text() : String(await given.bytesIn(null));

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('a public page is rendered once for all visitors, and compressed once for each encoding', async () => {
  const pages = createFinishedPages(silent);
  const render = vi.fn(async () => page('one'));
  const shown = await Promise.all([1, 2, 3].map(() => pages.get('/', render)));
  expect(render).toHaveBeenCalledTimes(1);
  expect(new Set(shown).size).toBe(1);
  const [first] = shown;
  if (!first || first instanceof Response) throw new Error('no page');
  expect(await first.bytesIn('br')).toBe(await first.bytesIn('br'));
  expect(first.tags).toEqual(['texts']);
});

test('a personal page is rendered for each visitor', async () => {
  const pages = createFinishedPages(silent);
  let count = 0;
  const render = async () => page(`visitor ${++count}`, { tags: null });
  const shown = await Promise.all([1, 2, 3].map(async () => await textOf(await pages.get('/cart', render))));
  expect(new Set(shown).size).toBe(3);
  expect(await textOf(await pages.get('/cart', render))).toBe('visitor 4');
});

test('an answer that is no page is passed on unchanged to each visitor', async () => {
  const pages = createFinishedPages(silent);
  const lead = async () => new Response(null, { status: 302, headers: { location: '/shop' } });
  for (const _visitor of [1, 2]) {
    const answer = await pages.get('/go', lead);
    expect(answer instanceof Response && answer.headers.get('location')).toBe('/shop');
  }
});

test('the last complete page is shown while a page cannot be rendered completely, unless the page was removed', async () => {
  const pages = createFinishedPages(silent);
  await pages.get('/', async () => page('whole'));
  for (const failing of [page('sorry', { status: 503, tags: null }), page('half', { tags: null, isPartial: true })]) {
    vi.advanceTimersByTime(20_000);
    expect(await textOf(await pages.get('/', async () => failing))).toBe('whole');
  }
  vi.advanceTimersByTime(20_000);
  expect(await textOf(await pages.get('/', async () => page('gone', { status: 404, tags: null })))).toBe('gone');
  pages.outdate();
  expect(await textOf(await pages.get('/', async () => page('back')))).toBe('back');
});

test('a page that became private to search engines replaces the previous one', async () => {
  const pages = createFinishedPages(silent);
  await pages.get('/textos', async () => page('a text that was withdrawn'));
  const empty = async () => page('no texts', { tags: null });
  vi.advanceTimersByTime(20_000);
  expect(await textOf(await pages.get('/textos', empty))).toBe('no texts');
  pages.outdate();
  expect(await textOf(await pages.get('/textos', empty))).toBe('no texts');
});

test('a page that was never complete is shown incomplete, and replaced by the complete one as soon as possible', async () => {
  const pages = createFinishedPages(silent);
  expect(await textOf(await pages.get('/', async () => page('half', { tags: null, isPartial: true })))).toBe('half');
  expect(await textOf(await pages.get('/', async () => page('whole')))).toBe('whole');
});

test('a change that passes through this process is on the next rendered page', async () => {
  const pages = createFinishedPages(silent);
  await pages.get('/', async () => page('19,90'));
  expect(await textOf(await pages.get('/', async () => page('29,90')))).toBe('19,90');
  pages.outdate();
  expect(await textOf(await pages.get('/', async () => page('29,90')))).toBe('29,90');
});
