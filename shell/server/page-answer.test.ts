import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { finish } from './finished-pages.ts';
import { pageAnswer } from './page-answer.ts';

async function cachingOf(goodFor?: number, age = 0): Promise<(string | null)[]> {
  const headers = {
    'content-type': 'text/html',
    'cache-tag': 'ebooks',
    ...(goodFor ? { 'x-good-until': String(Date.now() + goodFor) } : {}),
  };
  const page = { ...(await finish(new Response('<p>', { headers }))), madeAt: Date.now() - age };
  const app = new Hono().get('/', (c) =>
    pageAnswer(c.req, page, { isOwn: false, isBehindKey: false, common: {}, own: {} }, { PAGE_REPORTS_SHARE: 0, CDN_SECONDS: 60 }),
  );
  const answered = (await app.request('/')).headers;
  expect(answered.get('surrogate-control')).toBe(answered.get('cdn-cache-control'));
  return [answered.get('cache-control'), answered.get('cdn-cache-control')];
}

it('a page is cached no longer than its prices are valid', async () => {
  // A browser revalidates the page on each visit. A cache that receives purges may serve its copy meanwhile.
  const kept = (seconds: number, stale: number) => [
    `public, max-age=0, s-maxage=${seconds}, stale-if-error=86400`,
    `max-age=${seconds}, stale-while-revalidate=${stale}, stale-if-error=86400`,
  ];
  expect(await cachingOf()).toEqual(kept(60, 600));
  expect(await cachingOf(90_000)).toEqual(kept(60, 30));
  expect(await cachingOf(20_000)).toEqual(kept(20, 0));
  expect(await cachingOf(-5_000)).toEqual(kept(1, 0));
  // This page is an old copy, which is served because rendering failed or was too slow.
  expect(await cachingOf(undefined, 3_600_000)).toEqual(['private, no-cache', null]);
});

it('a cached page gets the headers of each visitor', async () => {
  const policy = "default-src 'none'";
  const headers = { 'content-type': 'text/html', 'cache-tag': 'ebooks', 'content-security-policy': policy };
  const page = await finish(new Response('<p>', { headers }));
  let requests = 0;
  const app = new Hono().get('/:way?', (c) => {
    requests += 1;
    const about = {
      isOwn: false,
      isBehindKey: c.req.param('way') === 'key',
      common: { usual: 'yes' },
      own: { number: String(requests) },
    };
    return pageAnswer(c.req, page, about, { PAGE_REPORTS_SHARE: 1, CDN_SECONDS: 60 });
  });
  const ask = async (sent: Record<string, string>, path = '/') => {
    const answer = await app.request(path, { headers: sent });
    return { status: answer.status, ...Object.fromEntries(answer.headers) };
  };
  const everybody = { status: 200, usual: 'yes', 'reporting-endpoints': 'site="/api/reports"' };
  for (let round = 0; round < 2; round += 1) {
    expect(await ask({})).toMatchObject({ ...everybody, 'cache-tag': 'pages, ebooks', 'cache-control': expect.stringMatching(/^public/) });
    const unfollowed = await ask({ dnt: '1' });
    expect(unfollowed).toMatchObject({ 'content-security-policy': policy, 'cache-control': expect.stringMatching(/^public/) });
    expect(unfollowed).not.toHaveProperty('reporting-endpoints');
    const known = await ask({ cookie: 'a=b' });
    expect(known).toMatchObject({ ...everybody, 'cache-control': 'private, no-cache' });
    expect(known).not.toHaveProperty('cache-tag');
    expect(await ask({}, '/key')).toMatchObject({ ...everybody, 'x-robots-tag': 'noindex', 'cache-control': 'no-store' });
    expect(await ask({})).not.toHaveProperty('x-robots-tag');
    const again = await ask({ 'if-none-match': page.etag, 'accept-encoding': 'br' });
    expect(again).toMatchObject({ ...everybody, status: 304, etag: page.etag });
    expect(again).not.toHaveProperty('content-encoding');
    expect(await ask({ 'accept-encoding': 'gzip' })).toMatchObject({ ...everybody, 'content-encoding': 'gzip', number: String(requests) });
  }
});
