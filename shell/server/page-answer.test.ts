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

it('says of one page to each visitor what is said to them', async () => {
  const policy = "default-src 'none'";
  const headers = { 'content-type': 'text/html', 'cache-tag': 'ebooks', 'content-security-policy': policy };
  const page = await finish(new Response('<p>', { headers }));
  let requests = 0;
  const app = new Hono().get('/:way?', (c) => {
    requests += 1;
    const about = {
      isOwn: false,
      isPreview: c.req.param('way') === 'preview',
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
    expect(await ask({}, '/preview')).toMatchObject({ ...everybody, 'x-robots-tag': 'noindex' });
    expect(await ask({})).not.toHaveProperty('x-robots-tag');
    const again = await ask({ 'if-none-match': page.etag, 'accept-encoding': 'br' });
    expect(again).toMatchObject({ ...everybody, status: 304, etag: page.etag });
    expect(again).not.toHaveProperty('content-encoding');
    expect(await ask({ 'accept-encoding': 'gzip' })).toMatchObject({ ...everybody, 'content-encoding': 'gzip', number: String(requests) });
  }
});
