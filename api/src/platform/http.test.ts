import { Hono } from 'hono';
import pino from 'pino';
import { expect, test } from 'vitest';
import type { ApiEnv, Deps } from './deps.ts';
import { answerFrom, commonHeaders, envelope } from './http.ts';

test('HSTS is sent in production, and covers subdomains and preload lists only if the owner wants that', () => {
  const promised = (env: Parameters<typeof commonHeaders>[0]) => commonHeaders(env)['strict-transport-security'];
  expect(promised({ NODE_ENV: 'development', HSTS_PRELOAD: '1' })).toBeUndefined();
  expect(promised({ NODE_ENV: 'production', HSTS_PRELOAD: undefined })).toBe('max-age=63072000');
  expect(promised({ NODE_ENV: 'production', HSTS_PRELOAD: '1' })).toBe('max-age=63072000; includeSubDomains; preload');
});

test.each([
  [2_000, null],
  [90_500, '90'],
])('a cached answer made %i ms ago has the age header %s, because only an old answer has the header', async (ago, age) => {
  const answer = { body: new TextEncoder().encode('{}'), etag: '"a"', madeAt: Date.now() - ago };
  const app = new Hono<ApiEnv>().get('/', (c) => {
    c.set('headers', {});
    return answerFrom(c, answer, ['ebooks']);
  });
  for (const headers of [{}, { 'if-none-match': '"a"' }]) expect((await app.request('/', { headers })).headers.get('age')).toBe(age);
});

test('a health check every second writes a log line only while the API is not ready', async () => {
  const lines: { status: number }[] = [];
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
  let status: 200 | 503 = 200;
  const app = new Hono<ApiEnv>()
    .use(envelope({ env: { NODE_ENV: 'test' }, log, isReady: () => true } as Deps))
    .get('*', (c) => c.body(null, status));
  for (const path of ['/healthz', '/readyz', '/api/ebooks']) await app.request(path);
  status = 503;
  for (const path of ['/healthz', '/readyz']) await app.request(path);
  expect(lines.map((line) => line.status)).toEqual([200, 503, 503]);
});
