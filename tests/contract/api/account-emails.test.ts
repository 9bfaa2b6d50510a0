import { randomUUID } from 'node:crypto';
import { CONSENT_VERSION } from '@site/shared/contracts/form-rules.ts';
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
const emailsTo = (email: string) =>
  site.rows<{ kind: string; locale: Locale; payload: object }>('GET', `outbox?recipient=eq.${email}&select=kind,locale,payload`);
const subjectsTo = async (email: string) => (await site.inbox(email, true)).map(({ subject }) => subject);

test('an account seen before its email address was confirmed gets one welcome email, in the language of its page', async () => {
  const ana = aPerson();
  expect(await visit(await tokenOf(site, ana, { verified: false }), '?locale=en')).toBe(200);
  expect(await emailsTo(ana.email)).toEqual([]);
  const token = await tokenOf(site, ana);
  expect(new Set(await Promise.all(Array.from({ length: 8 }, () => visit(token, '?locale=en'))))).toEqual(new Set([200]));
  expect(await subjectsTo(ana.email)).toEqual(['Welcome to Raiz & Palavra']);
  await site.until(
    () => emailsTo(ana.email),
    ({ length }) => length === 0,
  );
  expect(await visit(token)).toBe(200);
  expect(await emailsTo(ana.email)).toEqual([]);
});

test('an account that signs in with Google for the first time gets a welcome email, also if its language is not supported', async () => {
  const ana = aPerson();
  const token = await site.tokenOf(ana, { firebase: { sign_in_provider: 'google.com' } });
  expect([await visit(token, '?locale=xx'), await visit(token)]).toEqual([200, 200]);
  expect(await subjectsTo(ana.email)).toEqual(['Boas-vindas a Raiz & Palavra']);
});

test('an account created before the welcome email existed does not get one', async () => {
  const [ana, bia] = [aPerson(), aPerson()];
  await site.rows('POST', 'users', [{ uid: bia.uid, email: bia.email }]);
  expect(await visit(await tokenOf(site, ana))).toBe(200);
  expect(await visit(await site.tokenOf(bia, { firebase: { sign_in_provider: 'google.com' } }))).toBe(200);
  expect(await visit(await site.signIn('newcomer'))).toBe(200);
  for (const { email } of [ana, bia, demoAccounts.newcomer]) expect([email, await emailsTo(email)]).toEqual([email, []]);
});

test('a newly confirmed address takes over orders, emails and the newsletter, and the previous address is notified', async () => {
  const ana = aPerson();
  const next = `nova.${ana.email}`;
  const token = await tokenOf(site, ana, { issuedAgo: 60 });
  expect(await visit(token)).toBe(200);
  await site.addBooks({ id: 'outro-endereco' });
  const { json } = await site.checkout(token, site.cart(['outro-endereco']));
  await site.payByCard(json.sessionId);
  await site.until(
    () => site.order(json.sessionId),
    (order) => order?.state === 'paid',
  );
  const wish = { subscribed: true, locale: 'pt-BR', consentVersion: CONSENT_VERSION };
  expect((await site.call('PUT', '/api/me/newsletter', { token, body: wish })).status).toBe(200);
  await site.until(
    () => subjectsTo(ana.email),
    (subjects) => subjects.some((subject) => /seus eBooks/.test(subject)),
  );

  const message = {
    ...{ name: 'Ana', email: ana.email, subject: 'other', message: 'Uma pergunta.', locale: 'pt-BR' },
    ...{ attemptId: randomUUID(), website: '', openForMs: 9_000 },
  };
  const written = await site.call('POST', '/api/contact', { body: message });
  expect(written.status, written.text).toBe(200);
  await site.rows('POST', 'people', { email: ana.email, note: 'Lê depressa.' });

  // Nothing moves before the new address is confirmed.
  expect(await visit(await tokenOf(site, { uid: ana.uid, email: next }, { verified: false }))).toBe(200);
  expect((await site.order(json.sessionId))?.buyer_email).toBe(ana.email);
  const moved = await tokenOf(site, { uid: ana.uid, email: next });
  expect([await visit(moved), await visit(moved)]).toEqual([200, 200]);
  const order = await site.order(json.sessionId);
  expect(order?.buyer_email).toBe(next);
  const page = await site.call('GET', `/api/me/orders/${order?.id}`, { token: moved });
  expect(page.json).toMatchObject({ email: next, emailState: 'sent' });
  expect((await site.call('GET', '/api/me/library', { token: moved })).json.items).toHaveLength(1);
  expect((await site.call('GET', '/api/me/newsletter', { token: moved })).json).toMatchObject({ subscribed: true });
  const told = await site.until(
    async () => (await site.inbox(ana.email, true)).filter(({ subject }) => /^O e-mail da sua conta/.test(subject)),
    (mails) => mails.length > 0,
  );
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain(next);

  // An older token stays valid for an hour, on another device or in a stranger's hands.
  expect(await visit(token)).toBe(200);
  expect((await site.order(json.sessionId))?.buyer_email).toBe(next);
  expect(await emailsTo(next)).not.toContainEqual(expect.objectContaining({ kind: 'address_changed' }));
  // The new address has a subscription of its own, so the subscription of the previous address ends.
  const [ownOfNext] = await site.rows('GET', `newsletter_subscribers?email=eq.${next}&select=locale,source,consent_version`);
  await site.rows('POST', 'newsletter_subscribers', {
    ...{ ...ownOfNext, email: `depois.${next}`, state: 'confirmed', confirmed_at: new Date().toISOString() },
  });
  const last = await tokenOf(site, { uid: ana.uid, email: `depois.${next}` });
  expect(await visit(last)).toBe(200);
  expect(await site.rows('GET', `newsletter_subscribers?email=like.*${next}&select=email,state&order=email`)).toEqual([
    { email: `depois.${next}`, state: 'confirmed' },
    { email: next, state: 'unsubscribed' },
  ]);

  // Deleting the account removes its messages and every email about it, for each address that it had.
  const own = { token: last, body: { email: `depois.${next}`, locale: 'pt-BR' } };
  expect((await site.call('DELETE', '/api/me', own)).status).toBe(200);
  expect(await site.rows('GET', `outbox?key=like.*${ana.uid}*&kind=neq.account_deleted`)).toEqual([]);
  for (const table of ['contact_messages', 'people']) expect(await site.rows('GET', `${table}?email=like.*${ana.email}`)).toEqual([]);
});

test('a team member stays in the team after changing the address', async () => {
  expect(await visit(await site.signIn('admin'))).toBe(200);
  const admin = { uid: demoAccounts.admin.uid, email: 'outro.endereco@semente.test' };
  const token = await tokenOf(site, admin);
  expect((await site.call('GET', '/api/me', { token })).json.role).toBe('admin');
  expect(await site.rows('GET', `team?uid=eq.${admin.uid}&select=email`)).toEqual([{ email: admin.email }]);
  expect(await visit(await tokenOf(site, demoAccounts.admin))).toBe(200);
});

test("a password change is reported to the account's address, up to a limit", async () => {
  const ana = aPerson();
  const token = await tokenOf(site, ana);
  const tell = async () => (await site.call('POST', '/api/me/password-email', { token, body: { locale: 'en' } })).status;
  expect(await tell()).toBe(204);
  await site.until(
    () => subjectsTo(ana.email),
    (subjects) => subjects.includes('The password of your account at Raiz & Palavra was changed'),
  );
  for (let times = 0; times < 4; times += 1) expect(await tell()).toBe(204);
  expect(await tell()).toBe(429);
});

test('a deletion is confirmed by one email, however often it is requested, and then no row holds the address', async () => {
  const ana = aPerson();
  const token = await tokenOf(site, ana);
  expect(await visit(token)).toBe(200);
  const remove = () => site.call('DELETE', '/api/me', { token, body: { email: ana.email, locale: 'en' } });
  // The mail server accepts nothing yet, so a repeated request finds the email waiting.
  await site.refuseMail({ to: ana.email, code: 421, times: 1 });
  const answers = await Promise.all([remove(), remove(), remove()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [waiting, ...others] = await emailsTo(ana.email);
  expect([waiting, others]).toMatchObject([{ kind: 'account_deleted', locale: 'en', payload: { orders_kept: 0, orders_waiting: 0 } }, []]);
  // The first try failed, and its retry is due now.
  await site.until(
    () => site.rows<{ last_error: string | null }>('GET', `outbox?recipient=eq.${ana.email}&select=last_error`),
    ([email]) => !!email?.last_error,
  );
  await site.rows('PATCH', `outbox?recipient=eq.${ana.email}`, { due_at: new Date().toISOString() });
  expect((await remove()).status).toBe(200);
  await site.until(
    () => emailsTo(ana.email),
    ({ length }) => length === 0,
  );
  expect((await remove()).status).toBe(200);
  expect(await emailsTo(ana.email)).toEqual([]);
  expect(await subjectsTo(ana.email)).toEqual(['Your account at Raiz & Palavra was deleted']);
}, 90_000);

test('a deletion email that no mailbox accepts is erased like one that was sent', async () => {
  const ana = aPerson();
  await site.refuseMail({ to: ana.email, code: 550 });
  const gone = await site.call('DELETE', '/api/me', { token: await tokenOf(site, ana), body: { email: ana.email } });
  expect(gone.status, gone.text).toBe(200);
  await site.until(
    () => emailsTo(ana.email),
    ({ length }) => length === 0,
  );
  await site.refuseMail();
  expect(await site.inbox(ana.email)).toEqual([]);
});

test('an address that was never confirmed gets no email', async () => {
  const ana = aPerson();
  const token = await tokenOf(site, ana, { verified: false });
  expect((await site.call('DELETE', '/api/me', { token, body: { email: ana.email } })).status).toBe(200);
  expect(await emailsTo(ana.email)).toEqual([]);
});
