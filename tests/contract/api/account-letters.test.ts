import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { type ApiSite, startApiSite, tokenOf } from './api-site.ts';

let site: ApiSite;
beforeAll(async () => {
  site = await startApiSite();
});
afterAll(async () => await site?.close());

type Locale = 'pt-BR' | 'en';
const aPerson = () => {
  const uid = randomUUID();
  return { uid, email: `${uid}@leitores.test` };
};
const visit = async (token: string, query = '') => (await site.call('GET', `/api/me${query}`, { token })).status;
const lettersTo = (email: string) =>
  site.rows<{ kind: string; locale: Locale; payload: object }>('GET', `outbox?recipient=eq.${email}&select=kind,locale,payload`);
const subjectsTo = async (email: string) => (await site.inbox(email, true)).map(({ subject }) => subject);

test('an account that was seen before its address was confirmed is welcomed once, in the language of its page', async () => {
  const ana = aPerson();
  expect(await visit(await tokenOf(site, ana, { verified: false }), '?locale=en')).toBe(200);
  expect(await lettersTo(ana.email)).toEqual([]);
  const token = await tokenOf(site, ana);
  expect(new Set(await Promise.all(Array.from({ length: 8 }, () => visit(token, '?locale=en'))))).toEqual(new Set([200]));
  expect(await subjectsTo(ana.email)).toEqual(['Welcome to Raiz & Palavra']);
  await site.until(
    () => lettersTo(ana.email),
    ({ length }) => length === 0,
  );
  expect(await visit(token)).toBe(200);
  expect(await lettersTo(ana.email)).toEqual([]);
});

test('an account that comes from Google for the first time is welcomed, also in a language that is not ours', async () => {
  const ana = aPerson();
  const token = await site.tokenOf(ana, { firebase: { sign_in_provider: 'google.com' } });
  expect([await visit(token, '?locale=xx'), await visit(token)]).toEqual([200, 200]);
  expect(await subjectsTo(ana.email)).toEqual(['Boas-vindas a Raiz & Palavra']);
});

test('an account of earlier days, seen now or then, is not welcomed', async () => {
  const [ana, bia] = [aPerson(), aPerson()];
  await site.rows('POST', 'users', [{ uid: bia.uid, email: bia.email }]);
  expect(await visit(await tokenOf(site, ana))).toBe(200);
  expect(await visit(await site.tokenOf(bia, { firebase: { sign_in_provider: 'google.com' } }))).toBe(200);
  expect(await visit(await site.signIn('newcomer'))).toBe(200);
  for (const { email } of [ana, bia, demoAccounts.newcomer]) expect([email, await lettersTo(email)]).toEqual([email, []]);
});

test('a deletion is told once, however often it is asked for, and then nothing holds the address', async () => {
  const ana = aPerson();
  const token = await tokenOf(site, ana);
  expect(await visit(token)).toBe(200);
  const remove = () => site.call('DELETE', '/api/me', { token, body: { email: ana.email, locale: 'en' } });
  // No mail leaves yet: what is asked again meanwhile finds the letter waiting.
  await site.refuseMail({ to: ana.email, code: 421, times: 1 });
  const answers = await Promise.all([remove(), remove(), remove()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [waiting, ...others] = await lettersTo(ana.email);
  expect([waiting, others]).toMatchObject([{ kind: 'account_deleted', locale: 'en', payload: { orders_kept: 0, orders_waiting: 0 } }, []]);
  // Tried and put off: its time comes.
  await site.until(
    () => site.rows<{ last_error: string | null }>('GET', `outbox?recipient=eq.${ana.email}&select=last_error`),
    ([letter]) => !!letter?.last_error,
  );
  await site.rows('PATCH', `outbox?recipient=eq.${ana.email}`, { due_at: new Date().toISOString() });
  expect((await remove()).status).toBe(200);
  await site.until(
    () => lettersTo(ana.email),
    ({ length }) => length === 0,
  );
  expect((await remove()).status).toBe(200);
  expect(await lettersTo(ana.email)).toEqual([]);
  expect(await subjectsTo(ana.email)).toEqual(['Your account at Raiz & Palavra was deleted']);
}, 90_000);

test('a letter about a deletion that no mailbox takes is forgotten like one that was sent', async () => {
  const ana = aPerson();
  await site.refuseMail({ to: ana.email, code: 550 });
  const gone = await site.call('DELETE', '/api/me', { token: await tokenOf(site, ana), body: { email: ana.email } });
  expect(gone.status, gone.text).toBe(200);
  await site.until(
    () => lettersTo(ana.email),
    ({ length }) => length === 0,
  );
  await site.refuseMail();
  expect(await site.inbox(ana.email)).toEqual([]);
});

test('an address that was never confirmed is told nothing', async () => {
  const ana = aPerson();
  const token = await tokenOf(site, ana, { verified: false });
  expect((await site.call('DELETE', '/api/me', { token, body: { email: ana.email } })).status).toBe(200);
  expect(await lettersTo(ana.email)).toEqual([]);
});
