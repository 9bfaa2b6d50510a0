import { afterEach, expect, it, vi } from 'vitest';
import { noteSources } from './sources.ts';

const answer = (headers: Record<string, string>, status = 200) => new Response('{}', { status, headers });
const open = (tag: string) => answer({ 'cache-control': 'public, max-age=0', 'cache-tag': tag });
const answering = (...answers: (Response | Error)[]) =>
  vi.stubGlobal('fetch', async () => {
    const next = answers.shift();
    if (next instanceof Response) return next;
    throw next;
  });

afterEach(() => vi.unstubAllGlobals());

it("a page's cache tags name each source of its content once", async () => {
  answering(open('texts, ebooks'), open('texts'));
  const sources = noteSources(fetch);
  for (const path of ['a', 'b']) await sources.fetch(path);
  expect(sources.tags()).toEqual(['ebooks', 'texts']);
  expect(sources.isOld()).toBe(false);
});

it.each([
  ['was for one visitor', answer({ 'cache-control': 'no-store' })],
  ['failed', answer({ 'cache-control': 'public' }, 503)],
])("a page has no cache tags if one of the API's answers %s", async (_, other) => {
  answering(open('texts'), other);
  const sources = noteSources(fetch);
  for (const path of ['a', 'b']) await sources.fetch(path);
  expect(sources.tags()).toBeNull();
});

it('a page counts as old if the API could not refresh one of its answers', async () => {
  answering(open('texts'), answer({ 'cache-control': 'public, max-age=0', 'cache-tag': 'ebooks', age: '3600' }));
  const sources = noteSources(fetch);
  for (const path of ['a', 'b']) await sources.fetch(path);
  expect([sources.isOld(), sources.tags()]).toEqual([true, ['ebooks', 'texts']]);
});

it('a request to the API is retried once if the connection failed, but not if it timed out', async () => {
  answering(new TypeError('fetch failed'), open('texts'), new DOMException('too long', 'TimeoutError'));
  const sources = noteSources(fetch);
  expect((await sources.fetch('a')).ok).toBe(true);
  expect(sources.tags()).toEqual(['texts']);
  await expect(sources.fetch('b')).rejects.toThrow('too long');
  expect(sources.tags()).toBeNull();
});
