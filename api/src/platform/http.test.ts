import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { ApiEnv } from './deps.ts';
import { answerFrom, commonHeaders } from './http.ts';

test('HTTPS is promised in production, and for every subdomain and the lists of browsers only where the owner wants that', () => {
  const promised = (env: Parameters<typeof commonHeaders>[0]) => commonHeaders(env)['strict-transport-security'];
  expect(promised({ NODE_ENV: 'development', HSTS_PRELOAD: '1' })).toBeUndefined();
  expect(promised({ NODE_ENV: 'production', HSTS_PRELOAD: undefined })).toBe('max-age=63072000');
  expect(promised({ NODE_ENV: 'production', HSTS_PRELOAD: '1' })).toBe('max-age=63072000; includeSubDomains; preload');
});

test.each([
  [2_000, null],
  [90_500, '90'],
])('a copy of %i ms ago says its age: %s, once that is more than it would be kept', async (ago, age) => {
  const answer = { body: new TextEncoder().encode('{}'), etag: '"a"', madeAt: Date.now() - ago };
  const app = new Hono<ApiEnv>().get('/', (c) => {
    c.set('headers', {});
    return answerFrom(c, answer, ['ebooks']);
  });
  for (const headers of [{}, { 'if-none-match': '"a"' }]) expect((await app.request('/', { headers })).headers.get('age')).toBe(age);
});
