import { randomUUID } from 'node:crypto';
import { ErrorBodySchema } from '@site/shared/contracts/errors.ts';
import { CONSENT_VERSION } from '@site/shared/contracts/form-rules.ts';
import { MyNewsletterSchema, NewsletterAnswerSchema, NewsletterOutcomeSchema } from '@site/shared/contracts/newsletter.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { loadSecrets } from '../../../api/local/secrets.ts';
import { readLink, type SignedLink, signLink } from '../../../api/src/platform/signed-links.ts';
import { type OwnApiSite, startOwnApiSite } from './api-site.ts';

type Purpose = SignedLink['purpose'];

let site: OwnApiSite;
let secret: string;
beforeAll(async () => {
  site = await startOwnApiSite();
  secret = loadSecrets(`${site.dir}/secrets.json`).linksSecret;
});
afterAll(async () => await site?.close());
// The tests sign up more often from one address than a household may.
beforeEach(async () => void (await site.rows('DELETE', 'rate_limits?hits=gt.0')));

let networks = 0;
const anotherNetwork = () => {
  networks += 1;
  return { 'x-forwarded-for': `198.51.100.${networks}` };
};
const anEmail = () => `${randomUUID()}@leitores.test`;
const signUp = (email: string, change: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  site.call('POST', '/api/newsletter', {
    headers,
    body: { email, locale: 'pt-BR', source: 'footer', consentVersion: CONSENT_VERSION, website: '', openForMs: 9_000, ...change },
  });
const confirm = (token: string) => site.call('POST', '/api/newsletter/confirm', { body: { token } });
const leave = (token: string) => site.call('POST', '/api/newsletter/unsubscribe', { body: { token } });

type Subscriber = {
  id: string;
  state: string;
  generation: number;
  locale: string;
  source: string;
  consent_version: string;
  consented_at: string;
  confirmed_at: string | null;
  unsubscribed_at: string | null;
};
const subscriber = async (email: string) => (await site.rows<Subscriber>('GET', `newsletter_subscribers?email=eq.${email}`))[0];
const mailsTo = (email: string) =>
  site
    .rows<{ kind: string }>('GET', `outbox?recipient=eq.${email}&select=kind&order=created_at`)
    .then((rows) => rows.map((row) => row.kind));
/** Moves all emails to this address so many hours into the past. */
const age = (email: string, hours: number) =>
  site.rows('PATCH', `outbox?recipient=eq.${email}`, { created_at: new Date(Date.now() - hours * 3_600_000).toISOString() });

/** Returns the token for a purpose from the newest email to an address. */
async function tokenFor(email: string, purpose: Purpose): Promise<string> {
  const [mail] = await site.inbox(email, true);
  const path = purpose === 'newsletter_confirm' ? '/newsletter/confirm' : '/newsletter/unsubscribe';
  const link = mail?.links.find((address) => address.startsWith(`${site.addresses.site}${path}?`));
  return new URL(link ?? '').searchParams.get('token') ?? '';
}
/** Returns a subscriber who confirmed. */
async function aReader(): Promise<{ email: string; confirmToken: string; leaveToken: string }> {
  const email = anEmail();
  await signUp(email);
  const confirmToken = await tokenFor(email, 'newsletter_confirm');
  expect((await confirm(confirmToken)).status).toBe(200);
  return { email, confirmToken, leaveToken: await tokenFor(email, 'newsletter_unsubscribe') };
}
const aLink = (change: Partial<SignedLink> & { purpose: Purpose }) =>
  signLink(secret, { id: randomUUID(), generation: 1, expiresAt: null, ...change });
const codeOf = ({ status, json }: { status: number; json: unknown }) => [status, v.parse(ErrorBodySchema, json).error.code];
const outcomeOf = ({ json }: { json: unknown }) => v.parse(v.strictObject(NewsletterOutcomeSchema.entries), json).outcome;

describe('a newsletter sign-up', () => {
  test('a sign-up waits for confirmation, stores the consent, and sends one email in the visitor’s language', async () => {
    const email = anEmail();
    const { status, json, text } = await signUp(email.toUpperCase(), { locale: 'en' });
    expect(status, text).toBe(200);
    v.parse(v.strictObject(NewsletterAnswerSchema.entries), json);
    expect(await subscriber(email)).toMatchObject({
      state: 'pending',
      locale: 'en',
      source: 'footer',
      consent_version: CONSENT_VERSION,
      consented_at: expect.any(String),
      confirmed_at: null,
    });
    const [mail, ...more] = await site.inbox(email, true);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Confirm your newsletter subscription');
    expect(mail?.links[0]).toMatch(/[/]newsletter[/]confirm[?]token=[\w.-]+&lang=en$/);
  });

  test('a sign-up is confirmed by its link once, and two simultaneous presses count as one', async () => {
    const email = anEmail();
    await signUp(email);
    const token = await tokenFor(email, 'newsletter_confirm');
    expect((await subscriber(email))?.state, 'an email that arrived confirms nothing').toBe('pending');
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(answers.map(outcomeOf).toSorted()).toEqual(['already', 'already', 'done']);
    expect(answers[0]?.json.email).toBe(`${email[0]}•••@leitores.test`);
    expect(await subscriber(email)).toMatchObject({ state: 'confirmed', confirmed_at: expect.any(String) });
    expect(outcomeOf(await confirm(token))).toBe('already');
  });

  test('repeated sign-ups send one email in ten minutes and five a day, and the first link still works', async () => {
    const email = anEmail();
    await Promise.all(Array.from({ length: 4 }, () => signUp(email)));
    expect(await mailsTo(email)).toEqual(['newsletter_confirm']);
    for (let n = 0; n < 6; n += 1) {
      await age(email, 1);
      await signUp(email);
    }
    expect(await mailsTo(email)).toHaveLength(5);
    await age(email, 25);
    await signUp(email);
    expect(await mailsTo(email)).toHaveLength(6);
    const oldest = (await site.inbox(email, true)).at(-1);
    const token = new URL(oldest?.links[0] ?? '').searchParams.get('token') ?? '';
    expect(outcomeOf(await confirm(token))).toBe('done');
  });

  test('many spellings of one mailbox get five emails a day in total, each sent to the address as typed', async () => {
    const name = `ana${randomUUID().slice(0, 8)}`;
    const dotted = (index: number) => `${name.slice(0, index)}.${name.slice(index)}`;
    const spellings = [
      ...Array.from({ length: 6 }, (_, index) => `${name}+${index}@gmail.com`),
      ...Array.from({ length: 5 }, (_, index) => `${dotted(index + 1)}@gmail.com`),
      `${name.toUpperCase()}@Gmail.com`,
      `${dotted(2)}+x@googlemail.com`,
    ];
    for (const email of spellings) expect((await signUp(email, {}, anotherNetwork())).status).toBe(200);
    const like = `recipient=ilike.*${name.slice(-4)}*`;
    const written = await site.rows<{ recipient: string }>('GET', `outbox?${like}&select=recipient`);
    expect(written).toHaveLength(5);
    for (const { recipient } of written) expect(spellings).toContain(recipient);
    for (const email of [`${name}+1@example.test`, `${name}.x@example.test`]) await signUp(email, {}, anotherNetwork());
    expect(await mailsTo(`${name}.x@example.test`), 'dots count elsewhere').toHaveLength(1);
    // Each spelling is a separate subscriber.
    expect(await site.rows('GET', `newsletter_subscribers?email=like.${name}%2B*@gmail.com&select=email`)).toHaveLength(6);
  });

  test('a sign-up of a subscriber changes nothing, and sends an email about it once a day', async () => {
    const { email } = await aReader();
    const before = await subscriber(email);
    await age(email, 1);
    for (let n = 0; n < 3; n += 1) expect((await signUp(email, { locale: 'en', source: 'admin' })).status).toBe(200);
    expect(await subscriber(email)).toEqual(before);
    expect(await mailsTo(email)).toEqual(['newsletter_confirm', 'newsletter_already']);
    await age(email, 25);
    await signUp(email);
    expect(await mailsTo(email)).toHaveLength(3);
  });

  test('a sign-up gets the same answer for every address', async () => {
    const { email: known } = await aReader();
    const { email: left, leaveToken } = await aReader();
    await leave(leaveToken);
    const answers = await Promise.all([known, left, anEmail()].map((email) => signUp(email)));
    for (const { status, text, headers } of answers) {
      expect([status, text]).toEqual([200, answers[0]?.text]);
      expect(Object.keys(Object.fromEntries(headers)).toSorted()).toEqual(
        Object.keys(Object.fromEntries(answers[0]?.headers ?? [])).toSorted(),
      );
    }
  });

  test.each([
    ['fills the hidden field', { website: 'https://evil.test' }],
    ['submits faster than a person', { openForMs: 300 }],
  ])('a sign-up by a program that %s gets the usual answer and is dropped', async (_, change) => {
    const email = anEmail();
    const { status, text } = await signUp(email, change);
    expect([status, text]).toEqual([200, (await signUp(anEmail())).text]);
    expect([await subscriber(email), await mailsTo(email)]).toEqual([undefined, []]);
  });

  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['nothing', { email: undefined }, { email: 'required' }],
    ['an empty address', { email: '  ' }, { email: 'required' }],
    ['an address of 10 kB', { email: `${'x'.repeat(10_000)}@example.test` }, { email: 'too_long' }],
    ['markup', { email: '<script>alert(1)</script>@example.test' }, { email: 'invalid' }],
    ['an email header', { email: 'ana@leitores.test\r\nBcc: x@evil.test' }, { email: 'invalid' }],
    ['two addresses', { email: 'ana@leitores.test, x@evil.test' }, { email: 'invalid' }],
    ['SQL', { email: "x'; drop table newsletter_subscribers; --" }, { email: 'invalid' }],
    ['an unknown source', { source: 'import' }, { source: 'picklist' }],
    ['a consent version that was not shown', { consentVersion: '1999-01-01' }, { consentVersion: 'literal' }],
    ['an unknown language', { locale: 'xx' }, { locale: 'picklist' }],
  ])('a sign-up with %s is rejected with its field', async (_, change, fields) => {
    const { status, json } = await signUp(anEmail(), change);
    expect([status, v.parse(ErrorBodySchema, json).error]).toMatchObject([400, { code: 'invalid_input', fields }]);
  });

  test('a flood of newsletter sign-ups gets a time to retry', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => signUp(anEmail())));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const body = { email: anEmail(), locale: 'en', source: 'footer', consentVersion: CONSENT_VERSION, openForMs: 9_000 };
    const elsewhere = await site.call('POST', '/api/newsletter', { body, headers: { 'x-forwarded-for': '192.0.2.9' } });
    expect(elsewhere.status).toBe(200);
  });
});

describe('a subscriber whose consent does not name books', () => {
  const anOldReader = async (change: object = {}) => {
    const reader = await aReader();
    await age(reader.email, 25);
    await site.rows('PATCH', `newsletter_subscribers?email=eq.${reader.email}`, { consent_version: '2026-11-21', ...change });
    return reader;
  };

  test.each([
    ['signed up before', {}],
    ['was imported', { source: 'import', consent_version: 'Lista da feira' }],
  ])('a subscriber who %s consents to books only by the link of a new sign-up', async (_who, change) => {
    const { email, confirmToken } = await anOldReader(change);
    const before = await subscriber(email);
    await signUp(email, { source: 'episode' });
    const isActive = ({ subject }: { subject: string }) => subject === 'Sua inscrição na newsletter já está ativa';
    const mail = (
      await site.until(
        () => site.inbox(email),
        (mails) => mails.some(isActive),
      )
    ).find(isActive);
    expect(mail?.text).toContain('pelos livros que você comprou');
    expect(mail?.text).not.toContain('Não é preciso fazer nada');
    expect(await subscriber(email), 'anybody can give an address').toEqual(before);
    expect(outcomeOf(await confirm(confirmToken))).toBe('already');
    expect(await subscriber(email)).toEqual(before);

    const token = await tokenFor(email, 'newsletter_confirm');
    expect(outcomeOf(await confirm(token))).toBe('done');
    expect(await subscriber(email)).toEqual({
      ...before,
      ...{ source: 'episode', consent_version: CONSENT_VERSION, consented_at: expect.any(String) },
    });
    expect((await subscriber(email))?.consented_at).not.toBe(before?.consented_at);
    expect(outcomeOf(await confirm(token))).toBe('already');
  });

  test('a subscriber does not consent by an expired link, nor after unsubscribing', async () => {
    const { email, leaveToken } = await anOldReader();
    const { id = '' } = (await subscriber(email)) ?? {};
    const renews = { source: 'footer', consentVersion: CONSENT_VERSION } as const;
    const late = aLink({ purpose: 'newsletter_confirm', id, renews, expiresAt: Date.now() - 1_000 });
    expect(codeOf(await confirm(late))).toEqual([410, 'link_expired']);
    await leave(leaveToken);
    const fresh = aLink({ purpose: 'newsletter_confirm', id, renews, expiresAt: Date.now() + 60_000 });
    expect(codeOf(await confirm(fresh))).toEqual([410, 'link_expired']);
    expect(await subscriber(email)).toMatchObject({ state: 'unsubscribed', consent_version: '2026-11-21' });
  });
});

test('the link of an earlier opt-in email stops working after a sign-up with a newer consent text', async () => {
  const email = anEmail();
  await site.rows('POST', 'newsletter_subscribers', [
    { email, state: 'pending', locale: 'pt-BR', source: 'import', consent_version: 'Lista da feira' },
  ]);
  const { id = '' } = (await subscriber(email)) ?? {};
  const old = aLink({ purpose: 'newsletter_confirm', id, expiresAt: Date.now() + 60_000 });
  await signUp(email);
  expect(codeOf(await confirm(old))).toEqual([410, 'link_expired']);
  expect((await subscriber(email))?.state).toBe('pending');
  expect(outcomeOf(await confirm(await tokenFor(email, 'newsletter_confirm')))).toBe('done');
  expect(await subscriber(email)).toMatchObject({ source: 'footer', consent_version: CONSENT_VERSION });
});

describe('a newsletter link', () => {
  test('an unsubscribe link works at once and for ever, and pressing it again does no harm', async () => {
    const { email, leaveToken } = await aReader();
    expect(outcomeOf(await leave(leaveToken))).toBe('done');
    expect(await subscriber(email)).toMatchObject({ state: 'unsubscribed', unsubscribed_at: expect.any(String) });
    expect(outcomeOf(await leave(leaveToken))).toBe('already');
    expect(readLink(secret, 'newsletter_unsubscribe', leaveToken)?.expiresAt).toBeNull();
  });

  test('the unsubscribe link of an unconfirmed sign-up works and invalidates the confirmation link', async () => {
    const email = anEmail();
    await signUp(email);
    expect(outcomeOf(await leave(await tokenFor(email, 'newsletter_unsubscribe')))).toBe('done');
    expect(codeOf(await confirm(await tokenFor(email, 'newsletter_confirm')))).toEqual([410, 'link_expired']);
    expect((await subscriber(email))?.state).toBe('unsubscribed');
  });

  test('the link of an older sign-up does not confirm a later sign-up', async () => {
    const { email, confirmToken, leaveToken } = await aReader();
    await leave(leaveToken);
    await site.emptyInbox();
    await signUp(email);
    expect(codeOf(await confirm(confirmToken))).toEqual([410, 'link_expired']);
    expect((await subscriber(email))?.state).toBe('pending');
    expect(outcomeOf(await confirm(await tokenFor(email, 'newsletter_confirm')))).toBe('done');
    expect(await subscriber(email)).toMatchObject({ state: 'confirmed', generation: 2 });
    expect(outcomeOf(await leave(leaveToken))).toBe('done');
  });

  test('a confirmation link expires after seven days and does not affect a confirmed reader', async () => {
    const email = anEmail();
    await signUp(email);
    const token = await tokenFor(email, 'newsletter_confirm');
    const link = readLink(secret, 'newsletter_confirm', token);
    const days = (Number(link?.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);

    const { id = '' } = (await subscriber(email)) ?? {};
    const late = aLink({ purpose: 'newsletter_confirm', id, expiresAt: Date.now() - 1_000 });
    expect(codeOf(await confirm(late))).toEqual([410, 'link_expired']);
    expect((await subscriber(email))?.state).toBe('pending');
    await confirm(token);
    expect(outcomeOf(await confirm(late))).toBe('already');
  });

  test('a confirmation link cannot unsubscribe, and an unsubscribe link cannot confirm', async () => {
    const email = anEmail();
    await signUp(email);
    const [confirmToken, leaveToken] = [await tokenFor(email, 'newsletter_confirm'), await tokenFor(email, 'newsletter_unsubscribe')];
    expect(codeOf(await confirm(leaveToken))).toEqual([400, 'link_invalid']);
    expect(codeOf(await leave(confirmToken))).toEqual([400, 'link_invalid']);
    expect((await subscriber(email))?.state).toBe('pending');
  });

  test('a newsletter link without a subscriber confirms and unsubscribes nobody', async () => {
    expect(codeOf(await confirm(aLink({ purpose: 'newsletter_confirm', expiresAt: Date.now() + 60_000 })))).toEqual([410, 'link_expired']);
    const { status, json } = await leave(aLink({ purpose: 'newsletter_unsubscribe' }));
    expect([status, json]).toEqual([200, { outcome: 'already', email: '•••' }]);
  });

  test('a forged or altered link is rejected, wherever it was changed', async () => {
    const email = anEmail();
    await signUp(email);
    const token = await tokenFor(email, 'newsletter_confirm');
    const [content = '', signature = ''] = token.split('.');
    const other = (sign: string) => (sign === 'A' ? 'B' : 'A');
    const forged = [
      ...Array.from(token, (sign, at) => `${token.slice(0, at)}${other(sign)}${token.slice(at + 1)}`),
      token.slice(0, -1),
      `${token}A`,
      `${token}.`,
      `${token}=`,
      ` ${token}`,
      content,
      `${content}.`,
      `.${signature}`,
      `${content}.${signature}.${signature}`,
      signLink('another secret of thirty-two letters', { purpose: 'newsletter_confirm', id: randomUUID(), generation: 1, expiresAt: null }),
      '',
      'x',
      '__proto__',
      '<script>alert(1)</script>',
      'é'.repeat(64),
    ];
    for (const altered of forged) expect([altered, ...codeOf(await confirm(altered))]).toEqual([altered, 400, 'link_invalid']);
    for (const body of [{}, { token: null }, { token: ['x'] }, { token: 'x'.repeat(10_000) }]) {
      const { status, json } = await site.call('POST', '/api/newsletter/confirm', { body });
      expect([status, json.error.code]).toEqual([400, 'invalid_input']);
    }
    expect((await subscriber(email))?.state).toBe('pending');
    expect(outcomeOf(await confirm(token))).toBe('done');
  });
});

describe('the mailbox’s own unsubscribe button (RFC 8058)', () => {
  const oneClick = (address: string, body = 'List-Unsubscribe=One-Click', type = 'application/x-www-form-urlencoded') =>
    site.call('POST', address, { body, headers: { 'content-type': type } });
  /** Returns the one-click address named in an email, on the API's own port. */
  async function oneClickAddress(email: string): Promise<string> {
    const [mail] = await site.inbox(email, true);
    const header = (key: string) => mail?.headers.find((one) => one.key === key)?.value ?? '';
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const address = /^<(.*)>$/.exec(header('list-unsubscribe'))?.[1] ?? '';
    expect(address.startsWith(`${site.addresses.site}/api/newsletter/one-click?token=`)).toBe(true);
    return address.slice(site.addresses.site.length);
  }

  test('every newsletter email has a one-click unsubscribe, which works with either kind of form', async () => {
    for (const [body, type] of [
      ['List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
      ['--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n', 'multipart/form-data; boundary=x'],
    ] as const) {
      const { email } = await aReader();
      const { status, text } = await oneClick(await oneClickAddress(email), body, type);
      expect(status, text).toBe(200);
      expect((await subscriber(email))?.state).toBe('unsubscribed');
    }
    const { email } = await aReader();
    await site.emptyInbox();
    await age(email, 1);
    await signUp(email);
    expect((await oneClick(await oneClickAddress(email))).status).toBe(200);
    expect((await subscriber(email))?.state).toBe('unsubscribed');
  });

  test('a one-click link opened as a page changes nothing and leads to the page with a button', async () => {
    const { email, leaveToken } = await aReader();
    const { status, headers } = await site.call('GET', await oneClickAddress(email));
    expect(status).toBe(303);
    expect(headers.get('location')).toBe(`${site.addresses.site}/newsletter/unsubscribe?token=${leaveToken}`);
    expect((await subscriber(email))?.state).toBe('confirmed');
    const hostile = await site.call('GET', '/api/newsletter/one-click?token=%0d%0aSet-Cookie:x&next=//evil.test');
    expect(hostile.headers.get('location')).toBe(`${site.addresses.site}/newsletter/unsubscribe?token=%0D%0ASet-Cookie%3Ax`);
    expect(hostile.headers.get('set-cookie')).toBeNull();
  });

  test('a one-click unsubscribe with a forged token or without its form does nothing', async () => {
    const { email, confirmToken } = await aReader();
    const address = await oneClickAddress(email);
    expect(codeOf(await oneClick('/api/newsletter/one-click'))).toEqual([400, 'link_invalid']);
    expect(codeOf(await oneClick(`/api/newsletter/one-click?token=${confirmToken}`))).toEqual([400, 'link_invalid']);
    for (const [body, type] of [
      ['', 'application/x-www-form-urlencoded'],
      ['List-Unsubscribe=Yes', 'application/x-www-form-urlencoded'],
      ['{"List-Unsubscribe":"One-Click"}', 'application/json'],
      ['no form', 'multipart/form-data'],
    ] as const) {
      expect([body, ...codeOf(await oneClick(address, body, type))]).toEqual([body, 400, 'invalid_input']);
    }
    expect((await subscriber(email))?.state).toBe('confirmed');
  });
});

describe('the customer’s newsletter switch', () => {
  const { email } = demoAccounts.customer;
  const set = (token: string, subscribed: boolean) =>
    site.call('PUT', '/api/me/newsletter', { token, body: { subscribed, locale: 'en', consentVersion: CONSENT_VERSION } });
  const get = async (token: string) =>
    v.parse(v.strictObject(MyNewsletterSchema.entries), (await site.call('GET', '/api/me/newsletter', { token })).json).subscribed;

  test('the customer’s switch changes the same subscriber as the footer’s form, without another confirmation', async () => {
    const token = await site.signIn('customer');
    expect(await get(token)).toBe(false);
    await signUp(email);
    expect(await get(token)).toBe(false);
    expect((await set(token, true)).json).toEqual({ subscribed: true });
    expect(await get(token)).toBe(true);
    expect(await subscriber(email)).toMatchObject({
      state: 'confirmed',
      source: 'customer',
      consent_version: CONSENT_VERSION,
      locale: 'en',
    });
    const before = await subscriber(email);
    await set(token, true);
    expect(await subscriber(email), 'on and on again is once').toEqual(before);
    expect((await set(token, false)).json).toEqual({ subscribed: false });
    expect([await get(token), (await subscriber(email))?.state]).toEqual([false, 'unsubscribed']);
    // The email of the previous sign-up cannot undo the customer's choice.
    expect(codeOf(await confirm(await tokenFor(email, 'newsletter_confirm')))).toEqual([410, 'link_expired']);
    expect(await site.rows('GET', `newsletter_subscribers?email=eq.${email}&select=id`)).toHaveLength(1);
  });

  test('toggling the newsletter switch many times keeps one subscription, up to a rate limit', async () => {
    const token = await site.signIn('customer');
    const counted = async () =>
      Object.fromEntries(
        (
          await site.rows<{ metric: string; n: number }>('GET', 'totals?metric=in.(subscribed,unsubscribed)&span=eq.month&select=metric,n')
        ).map(({ metric, n }) => [metric, n]),
      );
    await set(token, true);
    const before = await counted();
    for (let times = 0; times < 4; times += 1) for (const on of [false, true]) expect((await set(token, on)).status).toBe(200);
    expect(await counted()).toEqual({ unsubscribed: 0, ...before });
    const statuses: number[] = [];
    while (statuses.length < 40 && !statuses.includes(429)) statuses.push((await set(token, true)).status);
    expect(statuses.at(-1)).toBe(429);
    await site.rows('DELETE', 'rate_limits?hits=gt.0');
  });

  test('turning the newsletter switch on after a declined confirmation creates a new subscription', async () => {
    const person = { uid: randomUUID(), email: anEmail() };
    const token = await site.tokenOf(person);
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const left = { state: 'unsubscribed', locale: 'pt-BR', source: 'footer', consent_version: CONSENT_VERSION };
    await site.rows('POST', 'newsletter_subscribers', [
      { email: person.email, ...left, confirmed_at: ago(120), unsubscribed_at: ago(90), consented_at: ago(121) },
    ]);
    const countLeft = async () =>
      (await site.rows<{ n: number }>('GET', 'totals?metric=eq.unsubscribed&span=eq.month&select=n')).reduce((sum, { n }) => sum + n, 0);
    await signUp(person.email);
    const before = await countLeft();
    await leave(await tokenFor(person.email, 'newsletter_unsubscribe'));
    await set(token, true);
    const { confirmed_at } = (await subscriber(person.email)) ?? {};
    expect(Date.now() - Date.parse(confirmed_at ?? '')).toBeLessThan(60_000);
    expect(await countLeft()).toBe(before);
  });

  test('turning the newsletter switch on after a complaint about an older issue creates a new subscription', async () => {
    const person = { uid: randomUUID(), email: anEmail() };
    const token = await site.tokenOf(person);
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await site.rows('POST', 'newsletter_subscribers', [
      {
        ...{ email: person.email, state: 'unsubscribed', locale: 'pt-BR', source: 'footer', consent_version: CONSENT_VERSION },
        ...{ confirmed_at: ago(120), unsubscribed_at: ago(10), consented_at: ago(121) },
      },
    ]);
    const { id } = (await subscriber(person.email)) ?? {};
    await site.rows('POST', 'rpc/suppress_subscriber', { p_id: id, p_reason: 'complaint' });
    expect(Date.now() - Date.parse((await subscriber(person.email))?.unsubscribed_at ?? '')).toBeGreaterThan(9 * 86_400_000);
    await set(token, true);
    expect(Date.now() - Date.parse((await subscriber(person.email))?.confirmed_at ?? '')).toBeLessThan(60_000);
  });

  test('turning the newsletter switch off without a subscription stores nothing', async () => {
    const token = await site.signIn('newcomer');
    expect((await set(token, false)).json).toEqual({ subscribed: false });
    expect(await subscriber(demoAccounts.newcomer.email)).toBeUndefined();
  });

  test('turning the newsletter switch on without the consent text is rejected', async () => {
    const token = await site.signIn('newcomer');
    const { status, json } = await site.call('PUT', '/api/me/newsletter', { token, body: { subscribed: true } });
    expect([status, json.error.fields]).toEqual([400, { locale: 'required', consentVersion: 'required' }]);
  });
});

describe('an address that rejects email', () => {
  test('an address that rejects email permanently gets none until it is entered again on another day', async () => {
    const email = anEmail();
    await site.refuseMail({ to: email, code: 550, says: '5.1.1 User unknown' });
    await signUp(email);
    await site.until(
      () => subscriber(email),
      (row) => row?.state === 'bounced',
    );
    expect(await site.rows('GET', `outbox?recipient=eq.${email}&select=attempts,sent_at`)).toEqual([{ attempts: 1, sent_at: null }]);
    await site.refuseMail();
    await age(email, 1);
    await signUp(email);
    expect(await mailsTo(email)).toHaveLength(1);
    await site.rows('PATCH', `newsletter_subscribers?email=eq.${email}`, {
      bounced_at: new Date(Date.now() - 25 * 3_600_000).toISOString(),
    });
    await signUp(email);
    expect(outcomeOf(await confirm(await tokenFor(email, 'newsletter_confirm')))).toBe('done');
  });

  test('an address that rejects email without a reason is not marked as bounced', async () => {
    const email = anEmail();
    await site.refuseMail({ to: email, code: 550 });
    await signUp(email);
    await site.until(
      () => site.rows('GET', `outbox?recipient=eq.${email}&given_up_at=not.is.null`),
      ({ length }) => length === 1,
    );
    await site.refuseMail();
    expect((await subscriber(email))?.state).toBe('pending');
  });

  test.each([
    ['at the recipient command', {}, 'Sandbox: please verify the domain'],
    ['after the content', { at: 'mail' }, '5.4.5 Daily user sending limit exceeded'],
  ] as const)('an email that the server rejects because of its sender, %s, is retried', async (_, when, says) => {
    const email = anEmail();
    await site.refuseMail({ to: email, code: 550, times: 1, says, ...when });
    await signUp(email);
    expect(await site.inbox(email, true)).toHaveLength(1);
    expect(await site.rows('GET', `outbox?recipient=eq.${email}&select=attempts,given_up_at`)).toEqual([
      { attempts: 2, given_up_at: null },
    ]);
    expect((await subscriber(email))?.state).toBe('pending');
  });

  test('an address that rejects email temporarily is tried again', async () => {
    const email = anEmail();
    await site.refuseMail({ to: email, code: 450, times: 1 });
    await signUp(email);
    expect(await site.inbox(email, true)).toHaveLength(1);
    expect((await subscriber(email))?.state).toBe('pending');
  });
});

test('unconfirmed sign-ups, old messages and copies in the outbox are erased after their time', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const [fresh, old, back] = [anEmail(), anEmail(), anEmail()];
  const row = { state: 'pending', locale: 'en', source: 'footer', consent_version: '1' };
  await site.rows('POST', 'newsletter_subscribers', [
    { ...row, email: fresh, consented_at: daysAgo(29), unsubscribed_at: null },
    { ...row, email: old, consented_at: daysAgo(31), unsubscribed_at: null },
    { ...row, email: back, consented_at: daysAgo(31), unsubscribed_at: daysAgo(90) },
  ]);
  const message = { name: 'Ana', email: fresh, subject: 'other', message: 'Olá', locale: 'en' };
  const [keptId, oldId] = [randomUUID(), randomUUID()];
  await site.rows('POST', 'contact_messages', [
    { ...message, attempt_id: keptId, created_at: daysAgo(700) },
    { ...message, attempt_id: oldId, created_at: daysAgo(740) },
  ]);
  const mail = { recipient: fresh, locale: 'en', payload: {}, sent_at: daysAgo(31) };
  await site.rows('POST', 'outbox', [
    { ...mail, key: `kept:${keptId}`, kind: 'purchase_paid' },
    { ...mail, key: `old:${oldId}`, kind: 'contact_received' },
  ]);
  await site.rows('POST', 'rpc/sweep', {});
  expect([(await subscriber(fresh))?.state, await subscriber(old), (await subscriber(back))?.state]).toEqual([
    'pending',
    undefined,
    'unsubscribed',
  ]);
  expect(await site.rows('GET', `contact_messages?attempt_id=in.(${keptId},${oldId})&select=attempt_id`)).toEqual([{ attempt_id: keptId }]);
  expect(await mailsTo(fresh)).toEqual(['purchase_paid']);
});

describe('the newsletter during an outage', () => {
  test('without the mail server a sign-up email waits, and is sent once when it is back', async () => {
    const email = anEmail();
    await site.site.processes.mail.kill();
    try {
      expect((await signUp(email)).status).toBe(200);
      await site.until(
        () => site.rows('GET', `outbox?recipient=eq.${email}&select=attempts,last_error`),
        ([row]) => Number(row?.attempts) >= 1 && row?.last_error !== null,
      );
    } finally {
      await site.site.processes.mail.start();
    }
    await site.until(
      () => site.rows('GET', `outbox?recipient=eq.${email}&select=sent_at`),
      ([row]) => row?.sent_at !== null,
      25_000,
    );
    expect(await site.inbox(email)).toHaveLength(1);
  });

  test('without the data service a sign-up link gets 503 with a hint, and works afterwards', async () => {
    const email = anEmail();
    await signUp(email);
    const [confirmToken, leaveToken] = [await tokenFor(email, 'newsletter_confirm'), await tokenFor(email, 'newsletter_unsubscribe')];
    await site.site.processes.data.kill();
    try {
      for (const answer of [await signUp(email), await confirm(confirmToken), await leave(leaveToken)]) {
        expect(codeOf(answer)).toEqual([503, 'service_unavailable']);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    } finally {
      await site.site.processes.data.start();
    }
    await site.until(
      () => confirm(confirmToken),
      ({ status }) => status === 200,
    );
    expect((await subscriber(email))?.state).toBe('confirmed');
  });
});
