import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { finish } from './finished-pages.ts';
import { pageAnswer } from './page-answer.ts';

async function cachingOf(goodFor?: number): Promise<string | null> {
  const headers = {
    'content-type': 'text/html',
    'cache-tag': 'ebooks',
    ...(goodFor ? { 'x-good-until': String(Date.now() + goodFor) } : {}),
  };
  const page = await finish(new Response('<p>', { headers }));
  const app = new Hono().get('/', (c) =>
    pageAnswer(c.req, page, { isOwn: false, isPreview: false, common: {}, own: {} }, { PAGE_REPORTS_SHARE: 0, CDN_SECONDS: 60 }),
  );
  return (await app.request('/')).headers.get('cache-control');
}

it('is kept no longer than its prices are true', async () => {
  expect(await cachingOf()).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400');
  expect(await cachingOf(90_000)).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=30, stale-if-error=86400');
  expect(await cachingOf(20_000)).toBe('public, max-age=0, s-maxage=20, stale-while-revalidate=0, stale-if-error=86400');
  expect(await cachingOf(-5_000)).toBe('public, max-age=0, s-maxage=1, stale-while-revalidate=0, stale-if-error=86400');
});
