import { randomUUID } from 'node:crypto';
import { ContactAnswerSchema } from '@site/shared/contracts/contact.ts';
import { ErrorBodySchema } from '@site/shared/contracts/errors.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OwnApiSite, startOwnApiSite } from './api-site.ts';

const OWNER = 'ola@raizepalavra.test';

let site: OwnApiSite;
beforeAll(async () => {
  site = await startOwnApiSite();
});
afterAll(async () => await site?.close());
// The tests send more from one address than a household may.
beforeEach(async () => void (await site.rows('DELETE', 'rate_limits?hits=gt.0')));

/** Returns a message of a visitor who has not written before. */
const aMessage = (change: Record<string, unknown> = {}) => ({
  attemptId: randomUUID(),
  name: 'Ana Leitora',
  email: `${randomUUID()}@leitores.test`,
  subject: 'podcast_inquiry',
  message: 'Olá!\n\nGostaria de participar.',
  locale: 'pt-BR',
  website: '',
  openForMs: 20_000,
  ...change,
});

const write = (message: unknown) => site.call('POST', '/api/contact', { body: message });
const stored = (attemptId: unknown) =>
  site.rows('GET', `contact_messages?attempt_id=eq.${attemptId}&select=number,name,email,subject,message,locale,state`);
const count = async () => (await site.rows('GET', 'contact_messages?select=id')).length;
const headerOf = (mail: { headers: { key: string; value: string }[] } | undefined, key: string) =>
  mail?.headers.filter((header) => header.key === key).map((header) => header.value);
/** Returns the owner's email about one message. */
async function ownersMail(part: string) {
  const mails = await site.until(
    () => site.inbox(OWNER),
    (all) => all.some((mail) => mail.text.includes(part)),
  );
  return mails.filter((mail) => mail.text.includes(part));
}

describe('a contact message', () => {
  test('a contact message is stored, emailed to the owner with the visitor as reply address, and acknowledged', async () => {
    const message = aMessage();
    const { status, json, text } = await write(message);
    expect(status, text).toBe(200);
    v.parse(v.strictObject(ContactAnswerSchema.entries), json);
    const { attemptId, name, email, subject, locale } = message;
    expect(await stored(attemptId)).toEqual([
      { number: expect.any(Number), name, email, subject, locale, message: message.message, state: 'new' },
    ]);

    const [mail, ...more] = await ownersMail(email);
    expect(more).toEqual([]);
    expect(headerOf(mail, 'reply-to')).toEqual([`Ana Leitora <${email}>`]);
    expect(mail?.subject).toContain('Ana Leitora');
    expect(mail?.text).toContain('> Olá!\n> \n> Gostaria de participar.');

    const [acknowledgement] = await site.inbox(email, true);
    expect(acknowledgement?.text).toContain('Sua mensagem foi recebida. Eu retornarei o mais breve possível.');
    expect(headerOf(acknowledgement, 'auto-submitted')).toEqual(['auto-replied']);
    expect(headerOf(acknowledgement, 'reply-to')).toEqual([`Marina Alvorada <${OWNER}>`]);
  });

  test('a contact message from an address with an international domain is acknowledged there', async () => {
    const [name, domain] = [randomUUID(), 'xn--bcher-kva.test'];
    const message = aMessage({ email: `${name}@Bücher.test` });
    expect((await write(message)).status).toBe(200);
    expect(await stored(message.attemptId)).toMatchObject([{ email: `${name}@${domain}` }]);
    expect(await site.inbox(`${name}@${domain}`, true)).toHaveLength(1);
  });

  test('the acknowledgement is in the visitor’s language and repeats nothing that was typed', async () => {
    const message = aMessage({ locale: 'en', name: 'Buy at evil.test', message: 'Cheap pills at http://evil.test' });
    await write(message);
    const [mail] = await site.inbox(message.email, true);
    expect(mail?.subject).toMatch(/^We received your message/);
    expect(`${mail?.subject} ${mail?.text} ${mail?.html} ${JSON.stringify(mail?.headers)}`).not.toMatch(/evil|pills/i);
  });

  test('a contact message that is sent twice at once is stored, emailed and acknowledged once', async () => {
    const message = aMessage();
    const answers = await Promise.all(Array.from({ length: 5 }, () => write(message)));
    expect(answers.map(({ status, json }) => [status, json.receivedAt])).toEqual(
      Array.from({ length: 5 }, () => [200, answers[0]?.json.receivedAt]),
    );
    expect(await stored(message.attemptId)).toHaveLength(1);
    expect(await site.rows('GET', `outbox?recipient=eq.${message.email}&select=id`)).toHaveLength(1);
    expect(await site.rows('GET', `outbox?payload->>email=eq.${message.email}&select=id`)).toHaveLength(1);
  });

  test('a second message of a visitor is stored, and the mailbox gets one acknowledgement in ten minutes', async () => {
    const email = `${randomUUID()}@leitores.test`;
    const messages = [aMessage({ email }), aMessage({ email: email.toUpperCase(), message: 'Mais uma coisa.' })];
    for (const message of messages) expect((await write(message)).status).toBe(200);
    for (const { attemptId } of messages) expect(await stored(attemptId)).toMatchObject([{ email }]);
    expect(await site.rows('GET', `outbox?recipient=eq.${email}&select=kind`)).toEqual([{ kind: 'contact_acknowledged' }]);
  });
});

describe('unusual input in the contact form', () => {
  test.each([
    ['quotes and commas', '"Ana", <ana@evil.test>; bcc: x', 'Ana'],
    ['an emoji of several parts', 'Família 👩‍👩‍👧‍👦 Souza', 'Família 👩‍👩‍👧‍👦 Souza'],
    ['Hebrew with its marks', 'אנה\u200f (Ana)', 'אנה'],
    ['markup', '<img src=x onerror=alert(1)>', '<img'],
    ['an encoded word', '=?utf-8?Q?Owner?=', '= ?utf-8?Q?Owner?='],
  ])("a sender's name with %s stays the name of one sender", async (_, name, part) => {
    const message = aMessage({ name });
    expect((await write(message)).status).toBe(200);
    expect(await stored(message.attemptId)).toMatchObject([{ name }]);
    const [mail] = await ownersMail(message.email);
    const replyTo = headerOf(mail, 'reply-to');
    expect(replyTo).toHaveLength(1);
    // A reply reaches the visitor only.
    expect(replyTo?.[0]?.endsWith(`<${message.email}>`)).toBe(true);
    expect(mail?.subject).toContain(part);
    expect(mail?.text).toContain(name);
    expect(mail?.html).not.toContain('<img');
    expect(headerOf(mail, 'bcc')).toEqual([]);
  });

  test.each([
    ['direction and zero-width marks', '\u202eanA\u202c \u2066x\u2069\ufeff', 'anA x'],
    ['line breaks, which would begin a header', 'Ana\r\nBcc: x@evil.test', 'Ana Bcc: x@evil.test'],
    ['halves of surrogate pairs', 'Ana \ud83d', 'Ana \ufffd'],
  ])("in a sender's name %s are removed", async (_about, name, kept) => {
    const message = aMessage({ name });
    expect((await write(message)).status).toBe(200);
    expect(await stored(message.attemptId)).toMatchObject([{ name: kept }]);
    expect(await site.inbox('x@evil.test')).toEqual([]);
  });

  test('a contact message keeps its lines, and nothing in it is executed', async () => {
    const email = `${randomUUID()}@leitores.test`;
    const message = aMessage({
      email,
      message: `<script>alert(1)</script>\r\nBcc: x@evil.test\r\n.\r\nQUIT\u0000\u0007\ud800 ${email} '; drop table contact_messages; --`,
    });
    expect((await write(message)).status).toBe(200);
    const text = `<script>alert(1)</script>\nBcc: x@evil.test\n.\nQUIT  \ufffd ${email} '; drop table contact_messages; --`;
    expect(await stored(message.attemptId)).toMatchObject([{ message: text }]);
    const [mail] = await ownersMail(email);
    expect(mail?.text).toContain(text.replace(/^/gm, '> '));
    expect(mail?.html).not.toContain('<script');
    expect(await site.inbox('x@evil.test')).toEqual([]);
  });

  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    [
      'nothing',
      { name: undefined, email: undefined, subject: undefined, message: undefined },
      {
        name: 'required',
        email: 'required',
        subject: 'required',
        message: 'required',
      },
    ],
    ['only spaces', { name: ' ', email: ' ', message: '\n \t' }, { name: 'required', email: 'required', message: 'required' }],
    ['a name of invisible marks', { name: '\u202e\u2066\ufeff' }, { name: 'required' }],
    ['a message of 25 kB', { message: 'x'.repeat(25_000) }, { message: 'too_long' }],
    ['a name of 25 kB', { name: 'x'.repeat(25_000) }, { name: 'too_long' }],
    ['an address of 25 kB', { email: `${'x'.repeat(25_000)}@example.test` }, { email: 'too_long' }],
    ['an unknown subject', { subject: 'refund' }, { subject: 'invalid' }],
    ['a subject named like an Object property', { subject: '__proto__' }, { subject: 'invalid' }],
    ['an email header in the address', { email: 'ana@leitores.test\r\nBcc: x@evil.test' }, { email: 'invalid' }],
    ['two addresses', { email: 'ana@leitores.test,x@evil.test' }, { email: 'invalid' }],
    ['an address with a name', { email: '"x" <ana@leitores.test>' }, { email: 'invalid' }],
    ['no address', { email: 'ana' }, { email: 'invalid' }],
    ['an invalid attempt id', { attemptId: 'again' }, { attemptId: 'uuid' }],
    ['an unknown language', { locale: '../en' }, { locale: 'picklist' }],
    ['a list instead of a message', { message: ['x'] }, { message: 'string' }],
    ['an object instead of a name', { name: { $ne: null } }, { name: 'string' }],
    ['no form time', { openForMs: undefined }, { openForMs: 'required' }],
    ['a negative form time', { openForMs: -1 }, { openForMs: 'min_value' }],
  ])('a contact message with %s is rejected with its fields and not stored', async (_, change, fields) => {
    const before = await count();
    const { status, json } = await write(aMessage(change));
    expect([status, v.parse(ErrorBodySchema, json).error]).toMatchObject([400, { code: 'invalid_input', fields }]);
    expect(await count()).toBe(before);
  });

  test('an oversized body is cut off', async () => {
    const { status, json } = await write(aMessage({ message: 'x'.repeat(300_000) }));
    expect([status, json.error.code]).toEqual([413, 'payload_too_large']);
  });

  test('a form that another site submits is rejected because its content type is not JSON', async () => {
    const body = JSON.stringify(aMessage());
    const { status, json } = await site.call('POST', '/api/contact', { body, headers: { 'content-type': 'text/plain' } });
    expect([status, json.error.fields]).toEqual([400, { body: 'content_type' }]);
  });
});

test.each([
  ['fills the hidden field', { website: 'https://evil.test' }],
  ['submits faster than a person', { openForMs: 300 }],
])('a program that %s gets the usual answer, and its message is dropped', async (_, change) => {
  const message = aMessage(change);
  const { status, json } = await write(message);
  expect(status).toBe(200);
  v.parse(v.strictObject(ContactAnswerSchema.entries), json);
  expect(await stored(message.attemptId)).toEqual([]);
  expect(await site.rows('GET', `outbox?recipient=eq.${message.email}&select=id`)).toEqual([]);
});

test('a flood of messages gets a time to retry, whatever address it claims to come from, and is not stored', async () => {
  const before = await count();
  const answers: Awaited<ReturnType<typeof write>>[] = [];
  for (let n = 0; n < 50; n += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${n}, 192.0.2.1` };
    answers.push(await site.call('POST', '/api/contact', { body: aMessage(), headers }));
  }
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { json, headers } of refused) {
    expect(json.error.code).toBe('too_many_requests');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(answers.filter(({ status }) => status !== 429 && status !== 200)).toEqual([]);
  expect(await count()).toBe(before + answers.length - refused.length);
  // Visitors of another network still get through.
  const elsewhere = await site.call('POST', '/api/contact', { body: aMessage(), headers: { 'x-forwarded-for': '192.0.2.2' } });
  expect(elsewhere.status).toBe(200);
});

test('one mailbox sends five messages in ten minutes from one network, however its address is spelt', async () => {
  const name = randomUUID().slice(0, 8);
  const write = (email: string, network: number) =>
    site.call('POST', '/api/contact', { body: aMessage({ email }), headers: { 'x-forwarded-for': `198.51.100.${network}` } });
  const statuses: number[] = [];
  for (let n = 0; n < 8; n += 1) statuses.push((await write(`${name}+${n}@leitores.test`, 1)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  const atGoogle: number[] = [];
  for (let n = 0; n < 8; n += 1)
    atGoogle.push((await write(`${name.slice(0, n)}.${name.slice(n)}@gmail.com`.replace(/^\./, ''), 2)).status);
  expect(atGoogle.filter((status) => status === 429)).toHaveLength(3);
});

test('a stranger who enters an address locks its owner out of nothing, and the mailbox gets one email', async () => {
  const email = `${randomUUID()}@leitores.test`;
  const write = (network: string) =>
    site.call('POST', '/api/contact', { body: aMessage({ email }), headers: { 'x-forwarded-for': network } });
  for (let n = 0; n < 6; n += 1) await write('198.51.100.50');
  expect((await write('198.51.100.50')).status).toBe(429);
  expect((await write('198.51.100.51')).status).toBe(200);
  expect(await site.rows('GET', `outbox?recipient=eq.${email}&select=id`)).toHaveLength(1);
});

describe('the contact form during an outage', () => {
  test('without the data service a message gets 503 with a hint, and the same attempt succeeds later', async () => {
    const message = aMessage();
    await site.site.processes.data.kill();
    try {
      const { status, json, headers } = await write(message);
      expect([status, json.error.code]).toEqual([503, 'service_unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await site.site.processes.data.start();
    }
    await site.until(
      () => write(message),
      ({ status }) => status === 200,
    );
    expect(await stored(message.attemptId)).toHaveLength(1);
  });

  test('without the mail server a message is stored, and emailed once when the server is back', async () => {
    const message = aMessage();
    await site.site.processes.mail.kill();
    try {
      expect((await write(message)).status).toBe(200);
      await site.until(
        () => site.rows('GET', `outbox?recipient=eq.${message.email}&select=attempts,last_error`),
        ([row]) => Number(row?.attempts) >= 1 && row?.last_error !== null,
      );
    } finally {
      await site.site.processes.mail.start();
    }
    await site.until(
      () => site.rows('GET', `outbox?or=(recipient.eq.${message.email},payload->>email.eq.${message.email})&select=sent_at`),
      (rows) => rows.length === 2 && rows.every((row) => row.sent_at !== null),
      25_000,
    );
    expect(await site.inbox(message.email)).toHaveLength(1);
    expect(await ownersMail(message.email)).toHaveLength(1);
  });

  test('a slow mail server gets an email once, and other emails do not wait', async () => {
    const [first, second] = [aMessage(), aMessage()];
    const sent = (email: string) => site.rows('GET', `outbox?recipient=eq.${email}&select=attempts,sent_at`);
    await site.slowMail(12_000);
    expect((await write(first)).status).toBe(200);
    await site.inbox(first.email, true);
    await site.slowMail(0);
    expect((await write(second)).status).toBe(200);
    await site.until(
      () => sent(second.email),
      ([row]) => row?.sent_at !== null,
    );
    expect(await sent(first.email)).toEqual([{ attempts: 1, sent_at: null }]);
    const [row] = await site.until(
      () => sent(first.email),
      ([mail]) => mail?.sent_at !== null,
      25_000,
    );
    expect(row?.attempts).toBe(1);
    expect(await site.inbox(first.email)).toHaveLength(1);
  });

  test('an email is retried after a temporary refusal of the mailbox and given up after a permanent one', async () => {
    const [busy, gone] = [aMessage(), aMessage()];
    await site.refuseMail({ to: busy.email, code: 451, times: 1 });
    await site.refuseMail({ to: gone.email, code: 550 });
    for (const message of [busy, gone]) expect((await write(message)).status).toBe(200);
    expect(await site.inbox(busy.email, true)).toHaveLength(1);
    const [row] = await site.until(
      () => site.rows('GET', `outbox?recipient=eq.${gone.email}&select=attempts,given_up_at,sent_at,last_error`),
      ([mail]) => mail?.given_up_at !== null,
    );
    expect(row).toMatchObject({ attempts: 1, sent_at: null, last_error: expect.stringContaining('550') });
    await site.refuseMail();
    expect(await site.inbox(gone.email)).toEqual([]);
  });
});
