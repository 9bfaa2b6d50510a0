import pino from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { AppError } from '../../../api/src/base/app-error.ts';
import { createData } from '../../../api/src/gateways/supabase/data.ts';
import { type AskSql, createSql } from '../../../api/src/gateways/supabase/sql.ts';
import type { Caller } from '../../../api/src/platform/auth.ts';
import { createAnswers } from '../../../api/src/platform/public-answers.ts';
import { anApp } from './an-app.ts';

const admin: Caller = {
  uid: 'a',
  email: 'a@example.test',
  emailVerified: true,
  name: null,
  photoUrl: null,
  role: 'admin',
  permissions: ['content', 'people'],
  signedInWith: 'password',
  signedInAt: Date.now(),
  issuedAt: Date.now(),
};
const answers = createAnswers(pino({ level: 'silent' }));
const kept = answers.keep({ maxEntries: 10, freshMs: 60_000 });
let made = 0;
const ask = async () => await kept.get('a page', async () => ++made);

const answered: Record<string, unknown> = { save_content_draft: 'an id' };
const fails = () => {
  throw new AppError('service_unavailable');
};

const askSql: AskSql = async (name) => answered[name] ?? fails();
const app = anApp({
  answers,
  data: { ...createData('http://127.0.0.1:1', 'x'), sql: createSql(askSql) },
  // The calls with a request id are the admin's, and the other requests of this test run after these calls.
  authenticator: { authenticate: async () => admin, hasKeys: () => true, warmUp: async () => undefined },
  sessions: { check: async () => ({ teamRole: 'owner' }), forget: () => undefined },
});

beforeEach(async () => {
  await ask();
  made = 0;
});

const draft = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ body: { ids: 1 } }) };

test.each([
  ['an unknown address', '/api/admin/none', { method: 'POST' }, 404],
  ['an unknown address with another method', '/api/admin/none', { method: 'DELETE' }, 404],
  ['a call with an unsupported method', '/api/admin/orders', { method: 'PUT' }, 405],
  ['an admin call that is rejected', '/api/admin/content/featured_ebooks/preview', draft, 400],
  ['an admin call that fails', '/api/admin/orders/5d0f9a3e-0000-4000-8000-000000000000/email', { method: 'POST' }, 503],
])('a call to %s leaves cached public answers fresh', async (_about, path, init, status) => {
  expect((await app.request(path, init)).status).toBe(status);
  await ask();
  expect(made).toBe(0);
});

test('an admin’s successful call marks cached public answers as outdated', async () => {
  const init = { ...draft, body: JSON.stringify({ body: { ids: [] } }) };
  expect((await app.request('/api/admin/content/featured_ebooks/preview', init)).status).toBe(200);
  await ask();
  expect(made).toBe(1);
});
