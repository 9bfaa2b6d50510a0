import { expect, test } from 'vitest';
import { commonHeaders } from './http.ts';

test('HTTPS is promised in production, and for every subdomain and the lists of browsers only where the owner wants that', () => {
  const promised = (env: Parameters<typeof commonHeaders>[0]) => commonHeaders(env)['strict-transport-security'];
  expect(promised({ NODE_ENV: 'development', HSTS_PRELOAD: '1' })).toBeUndefined();
  expect(promised({ NODE_ENV: 'production', HSTS_PRELOAD: undefined })).toBe('max-age=63072000');
  expect(promised({ NODE_ENV: 'production', HSTS_PRELOAD: '1' })).toBe('max-age=63072000; includeSubDomains; preload');
});
