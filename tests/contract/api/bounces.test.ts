import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { AdminCampaign } from '@site/shared/contracts/admin-campaigns.ts';
import type { Support } from '@site/shared/contracts/admin-support.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import { CONSENT_VERSION } from '@site/shared/contracts/form-rules.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '../../../api/local/mail/inbox.ts';
import type { StoredMail } from '../../../api/local/mail/mailbox.ts';
import { createMailbox, type Mailbox } from '../../../api/src/gateways/mailbox/mailbox.ts';
import { createData, type Data } from '../../../api/src/gateways/supabase/data.ts';
import { type Job, runJob } from '../../../api/src/platform/jobs.ts';
import { createLogger } from '../../../api/src/platform/logger.ts';
import { mailboxJob } from '../../../api/src/resources/writing/bounces/mailbox-job.ts';
import { type ApiSite, startApiSite } from './api-site.ts';
import { attempt } from './attempt.ts';
import { bookUploadsOf } from './book-uploads.ts';

const { log } = createLogger('silent');
/** The folder's name in the encoding of IMAP. */
const FOLDER = 'Semente/Devolu&AOcA9Q-es';
const SOFT = { status: '4.4.7' };

let site: ApiSite;
let token: string;
let data: Data;
let url: string;
let secret: string;
beforeAll(async () => {
  site = await startApiSite();
  token = await site.signIn('admin');
  data = createData(site.addresses.data, site.internal.dataSecretKey);
  url = site.internal.variables.MAILBOX_URL ?? '';
  secret = site.internal.variables.LINKS_SECRET ?? '';
});
afterAll(async () => await site?.close());
// Each test has its own readers and mailbox.
beforeEach(async () => {
  await site.rows('DELETE', 'newsletter_subscribers?state=neq.none');
  await site.rows('DELETE', 'rate_limits?hits=gt.0');
  await atMail('mailbox', {}, 'DELETE');
  await site.emptyInbox();
});

const admin = (method: string, path: string, body?: unknown) =>
  site.call(method, `/api/admin/${path}`, { token, ...(body === undefined ? {} : { body }) });

async function atMail(path: string, body: object | string, method = 'POST') {
  const answer = await fetch(`${site.addresses.inbox}/_local/${path}`, {
    method,
    ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return await answer.json();
}
const folders = async (): Promise<Record<string, StoredMail[]>> => await atMail('mailbox', {}, 'GET');
const inMailbox = async () => Object.fromEntries(Object.entries(await folders()).map(([name, mails]) => [name, mails.length]));

type Reader = { id: string; email: string };
const readers = (count: number) =>
  site.rows<Reader>(
    'POST',
    'newsletter_subscribers',
    Array.from({ length: count }, () => ({
      email: `${randomUUID()}@leitores.test`,
      ...{ state: 'confirmed', locale: 'pt-BR', source: 'footer', consent_version: CONSENT_VERSION, confirmed_at: '2026-03-01T12:00:00Z' },
    })),
  );
const stateOf = async ({ email }: Reader) => {
  const { json } = await admin('GET', `subscribers?q=${email}`);
  const [one] = v.parse(endpoints['GET /api/admin/subscribers'].answer, json).subscribers;
  return one && [one.state, one.reason];
};

const campaignOf = async (id: string): Promise<AdminCampaign> =>
  v.parse(endpoints['GET /api/admin/campaigns/:id'].answer, (await admin('GET', `campaigns/${id}`)).json);

/** Sends a newsletter issue about a new post to every reader. */
async function send(title: string): Promise<AdminCampaign> {
  const { json: begun } = await admin('POST', 'posts', { kind: 'text' });
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Palavras.' }] }] };
  const { json: post } = await admin('PUT', `posts/${begun.id}/drafts/pt-BR`, { revision: 1, title, lead: '', body });
  const drafts = { 'pt-BR': post.drafts['pt-BR'].revision, en: post.drafts.en.revision };
  await admin('POST', `posts/${post.id}/publication`, { revision: post.revision, drafts, at: null });
  const { json: draft } = await admin('POST', 'campaigns', { postId: post.id });
  const { json: scheduled, text } = await admin('POST', `campaigns/${draft.id}/sending`, { revision: draft.revision, at: null });
  // Ends the minute before the issue is sent.
  await site.rows('PATCH', `campaigns?id=eq.${draft.id}`, { state: 'paused', send_at: new Date(Date.now() - 1_000).toISOString() });
  await admin('POST', `campaigns/${draft.id}/resume`, { revision: scheduled?.revision });
  return await site
    .until(
      () => campaignOf(draft.id),
      ({ state }) => state === 'sent',
      25_000,
    )
    .catch((error) => {
      throw new Error(`${error.message} ${text}`);
    });
}

/** Returns the newest email to an address, as the mail server accepted it. */
async function newestTo(email: string): Promise<Message> {
  const [mail] = (await (await fetch(`${site.addresses.inbox}/messages?to=${email}&wait`)).json()) as Message[];
  if (!mail) throw new Error(`no mail to ${email}`);
  return mail;
}
/** Delivers the mail server's later report about the newest email to a reader. */
const report = async ({ email }: Pick<Reader, 'email'>, change: object = {}) =>
  await atMail('reports', { message: (await newestTo(email)).id, kind: 'bounce', ...change });

const always = async () => undefined;
const job = (mailbox: Mailbox = createMailbox(url), store = data): Job =>
  mailboxJob({ data: store, log, env: { LINKS_SECRET: secret }, mailbox });
const read = (...with_: Parameters<typeof job>) =>
  job(...with_).run({ lastSuccessAt: null, keep: always, attempt, signal: new AbortController().signal });
const support = async (): Promise<Support> => v.parse(endpoints['GET /api/admin/support'].answer, (await admin('GET', 'support')).json);

/** Returns the reports that were not understood, as the owner sees them. */
const unread = async () => {
  await site.rows('PATCH', 'jobs?name=eq.mailbox', { last_run_at: new Date().toISOString() });
  return Number((await support()).mailbox.unread);
};

describe('a bounced email', () => {
  test('a bounce for a missing mailbox ends the subscription at once, until the person signs up again', { timeout: 90_000 }, async () => {
    const [ana, bia] = await readers(2);
    if (!ana || !bia) throw new Error('no readers');
    const first = await send('A primeira carta');
    await report(ana);
    // The mailbox job is due, and the API runs it at its own pace.
    await site.rows('PATCH', 'jobs?name=eq.mailbox', { last_run_at: '2026-01-01T00:00:00Z' });
    await site.until(
      () => stateOf(ana),
      (found) => found?.[0] === 'bounced',
    );
    expect([await stateOf(ana), await stateOf(bia)]).toEqual([
      ['bounced', 'no_mailbox'],
      ['confirmed', null],
    ]);
    expect(
      (
        await site.until(
          () => campaignOf(first.id),
          ({ counts }) => counts.bounced === 1,
        )
      ).counts,
    ).toMatchObject({ total: 2, sent: 1 });
    expect(await inMailbox()).toEqual({ INBOX: 0, [FOLDER]: 1 });
    expect((await send('A segunda carta')).counts).toMatchObject({ total: 1, sent: 1, bounced: 0 });
    expect(await support()).toMatchObject({ mailbox: { isConfigured: true, lastSuccessAt: expect.any(String), lastError: null } });

    // The knowledge about the address outlives the subscriber's row, for the person's data and for an import.
    await site.rows('DELETE', `newsletter_subscribers?id=eq.${ana.id}`);
    const [own] = [await site.rows<{ newsletter: object }>('POST', 'rpc/get_personal_data', { p_uid: '', p_email: ana.email })].flat();
    expect(own?.newsletter).toEqual({ suppressed: { reason: 'no_mailbox', at: expect.any(String) } });
    const about = {
      name: 'lista.csv',
      kind: 'subscribers',
      source: 'other',
      origin: 'Lista antiga',
      consentDay: '2025-01-01',
      locale: 'pt-BR',
    };
    const { json: file, text } = await admin('POST', 'imports', about);
    expect(file?.id, text).toEqual(expect.any(String));
    await bookUploadsOf(site, token).send(file.url, new TextEncoder().encode(`email\n${ana.email}\n`));
    await admin('POST', `imports/${file.id}/reading`);
    const seen = await site.until(
      async () => (await admin('GET', `imports/${file.id}`)).json,
      ({ state }) => state === 'ready',
      30_000,
    );
    expect(seen.outcomes).toEqual({ left_here: 1 });

    await site.call('POST', '/api/newsletter', {
      body: { email: ana.email, locale: 'pt-BR', source: 'footer', consentVersion: CONSENT_VERSION, website: '', openForMs: 9_000 },
    });
    const confirmLink = await site.until(
      async () => (await newestTo(ana.email)).links.find((one) => one.includes('/newsletter/confirm')) ?? '',
      (found) => found !== '',
    );
    const link = new URL(confirmLink);
    await site.call('POST', '/api/newsletter/confirm', { body: { token: link.searchParams.get('token') } });
    expect(await stateOf(ana)).toEqual(['confirmed', null]);
    expect(await site.rows('GET', 'suppressed_addresses')).toEqual([]);
  });

  test('three bounced issues in 60 days for another reason end the subscription, each issue counted once', {
    timeout: 90_000,
  }, async () => {
    const [ana] = await readers(1);
    if (!ana) throw new Error('no reader');
    const old = await send('Há muito tempo');
    await report(ana, SOFT);
    await read();
    const longAgo = new Date(Date.now() - 61 * 86_400_000).toISOString();
    await site.rows('PATCH', `campaign_recipients?campaign_id=eq.${old.id}`, { done_at: longAgo });
    for (const title of ['Um', 'Dois']) {
      await send(title);
      await report(ana, SOFT);
      await report(ana, SOFT);
      await report(ana, { action: 'delayed', ...SOFT });
      await read();
    }
    expect(await stateOf(ana)).toEqual(['confirmed', null]);
    await send('Três');
    await report(ana, { status: '5.2.2' });
    await read();
    expect(await stateOf(ana)).toEqual(['bounced', 'bounces']);
    expect(await inMailbox()).toEqual({ INBOX: 0, [FOLDER]: 8 });
  });

  test('a complaint ends the subscription, and the same complaint does not end a later sign-up', { timeout: 60_000 }, async () => {
    const [ana] = await readers(1);
    if (!ana) throw new Error('no reader');
    const campaign = await send('Uma carta');
    await report(ana, { kind: 'complaint' });
    await read();
    expect(await stateOf(ana)).toEqual(['unsubscribed', 'complaint']);
    await site.rows('PATCH', `newsletter_subscribers?id=eq.${ana.id}`, { state: 'confirmed', generation: 2 });
    await report(ana, { kind: 'complaint' });
    // A report about an issue of the previous subscription does not end it either.
    await report(ana);
    await read();
    expect(await stateOf(ana)).toEqual(['confirmed', null]);
    expect((await campaignOf(campaign.id)).counts).toMatchObject({ total: 1, sent: 0, complained: 1 });
  });

  test("a bounced reply to a visitor's message is shown with the reply", { timeout: 60_000 }, async () => {
    const email = `${randomUUID()}@visitas.test`;
    const body = { attemptId: randomUUID(), name: 'Rita', email, subject: 'other', message: 'Olá!', locale: 'pt-BR', openForMs: 9_000 };
    expect((await site.call('POST', '/api/contact', { body })).status).toBe(200);
    const message = async () => (await admin('GET', `messages?q=${email}`)).json.messages[0];
    await admin('POST', `messages/${(await message()).id}/replies`, { attemptId: body.attemptId, body: 'Obrigada!', lastReplyId: null });
    await site.rows('PATCH', `outbox?key=eq.message_reply:${body.attemptId}`, { due_at: new Date().toISOString() });
    const state = async () => (await message()).replies[0].state;
    await site.until(state, (now) => now === 'sent');
    const before = await unread();
    for (let times = 0; times < 2; times += 1) {
      await report({ email }, { status: '5.1.1' });
      await read();
    }
    expect([await state(), (await unread()) - before]).toEqual(['failed', 0]);
    expect(await inMailbox()).toEqual({ INBOX: 0, [FOLDER]: 2 });
  });

  test('a bounce of an email that somebody else can name ends no subscription', { timeout: 60_000 }, async () => {
    const [reader] = await readers(1);
    if (!reader) throw new Error('no reader');
    const [buyer, book] = [await site.signIn('newcomer'), 'presente-forjado'];
    await site.addBooks({ id: book });
    await site.rows('PATCH', `list_prices?ebook_id=eq.${book}`, { amount_minor: 0 });
    const cart = { ...site.cart([book]), items: [{ id: book, price: 0, quantity: 1, gift: 'all' }] };
    const { orderId } = (await site.checkout(buyer, cart)).json;
    const address = `/api/me/orders/${orderId}/gifts`;
    const [gift] = (await site.call('GET', address, { token: buyer })).json.gifts;
    const sent = await site.call('PUT', `${address}/${gift.id}`, {
      token: buyer,
      body: { name: 'Ana', email: reader.email, message: '', day: null },
    });
    expect(sent.status, sent.text).toBe(200);
    await newestTo(reader.email);
    // A forged report with everything that the giver knows about the email.
    const mark = createHash('sha256').update(`gift_sent:${gift.id}:1`).digest('hex').slice(0, 40);
    await report(reader, { messageId: `<${mark}@raizepalavra.test>`, status: '5.1.1' });
    await read();
    expect(await stateOf(reader)).toEqual(['confirmed', null]);
    // A mailbox that reports about itself knows which email it got.
    await report(reader, { status: '5.1.1' });
    await read();
    expect(await stateOf(reader)).toEqual(['bounced', 'no_mailbox']);
  });

  test('a bounce of a purchase email is reported like an email that was rejected', { timeout: 60_000 }, async () => {
    const { json: sent } = await admin('POST', 'test-emails', { locale: 'pt-BR' });
    const stateOfTest = async () => (await admin('GET', `test-emails/${sent.id}`)).json;
    const { recipient } = await site.until(stateOfTest, ({ state }) => state === 'sent');
    await report({ email: recipient }, { status: '5.2.2' });
    await read();
    expect(await stateOfTest()).toMatchObject({ state: 'failed', error: expect.stringContaining('The mailbox is full') });
    expect((await support()).mail.refused).toContainEqual(expect.objectContaining({ recipient }));
    // A report that the database rejects does not stop the others from being read.
    await report({ email: recipient });
    const refusing = async () => await Promise.reject(new Error('note_mail_bounce: 22P05'));
    await read(createMailbox(url), {
      ...data,
      sql: { ...data.sql, noteMailBounce: refusing },
    });
    await report({ email: recipient });
    await read();
    expect(await inMailbox()).toEqual({ INBOX: 1, [FOLDER]: 2 });
  });
});

test('unsigned reports, human replies and spam change nothing and stay unread', { timeout: 60_000 }, async () => {
  const [ana] = await readers(1);
  if (!ana) throw new Error('no reader');
  await send('Uma carta');
  const ours = (await newestTo(ana.email)).headers.find(({ key }) => key === 'message-id')?.value ?? '';
  const last = ours.includes('0@') ? '1@' : '0@';
  await report(ana, { messageId: ours.replace(/.@/, last) });
  await report(ana, { messageId: '<1234@elsewhere.example>', kind: 'complaint' });
  await report(ana, { messageId: `<${'a'.repeat(40)}@raizepalavra.test>` });
  const mail = (head: string, body = 'Olá') => atMail('mailbox', `${head}\n\n${body}\n`);
  await mail(`From: Carla <carla@leitores.test>\nSubject: Re: Uma carta\nIn-Reply-To: ${ours}`);
  await mail('From: Win <win@spam.test>\nSubject: 550 5.1.1 user unknown\nContent-Type: text/html', `Message-ID: ${ours} Status: 5.1.1`);
  await mail(
    'From: MAILER-DAEMON@old.test (Mail Delivery)\nSubject: returned mail\nContent-Type: text/plain',
    `I could not deliver ${ours}`,
  );
  await mail(
    'From: a@b.test\nContent-Type: multipart/report; report-type=delivery-status;\n boundary=x',
    '--x\nContent-Type: message/delivery-status\n\nbroken',
  );
  await mail('From: leitora@leitores.test\nContent-Type: multipart/report; report-type=disposition-notification; boundary=x', '--x--');
  const before = await unread();
  await read();
  await read();
  expect(await stateOf(ana)).toEqual(['confirmed', null]);
  const { INBOX = [], ...others } = await folders();
  expect(others).toEqual({});
  expect([INBOX.length, INBOX.flatMap(({ flags }) => flags)]).toEqual([8, []]);
  expect((await unread()) - before).toBe(5);
});

describe('a mailbox run that is interrupted', () => {
  test('a run interrupted between recording a report and moving it counts the report once', { timeout: 60_000 }, async () => {
    const [ana] = await readers(1);
    if (!ana) throw new Error('no reader');
    const campaign = await send('Uma carta');
    await report(ana, SOFT);
    const mailbox = createMailbox(url);
    const killed = () => Promise.reject(new Error('killed'));
    const dying: Mailbox = { ...mailbox, open: (use, signal) => mailbox.open((open) => use({ ...open, moveToFolder: killed }), signal) };
    await expect(read(dying)).rejects.toThrow('killed');
    expect(await inMailbox()).toEqual({ INBOX: 1 });
    // The run moved the report, but did not store the new cursor.
    const forgetful: Data = { ...data, sql: { ...data.sql, moveMailboxCursor: killed } };
    await expect(read(mailbox, forgetful)).rejects.toThrow('killed');
    expect(await inMailbox()).toEqual({ INBOX: 0, [FOLDER]: 1 });
    await read();
    expect((await campaignOf(campaign.id)).counts).toMatchObject({ sent: 0, bounced: 1 });
    expect(await stateOf(ana)).toEqual(['confirmed', null]);
  });
});

describe('a mailbox that cannot be read', () => {
  const failing = async (mailbox: Mailbox) => (await runJob(job(mailbox), 0, { data, log, signal: new AbortController().signal }))?.reason;

  test('an unreadable mailbox is reported with the server’s words, and after a day to the owner', async () => {
    const wrong = Object.assign(new URL(url), { password: 'wrong' }).href;
    expect(await failing(createMailbox(wrong))).toBe('Error: sign-in refused: Invalid credentials');
    const tasks = async () => (await admin('GET', 'tasks')).json.tasks.map(({ kind }: { kind: string }) => kind);
    await site.rows('PATCH', 'jobs?name=eq.mailbox', { last_success_at: new Date(Date.now() - 3_600_000).toISOString() });
    expect(await tasks()).not.toContain('mailbox_unread');
    await site.rows('PATCH', 'jobs?name=eq.mailbox', { last_success_at: new Date(Date.now() - 25 * 3_600_000).toISOString() });
    expect(await tasks()).toContain('mailbox_unread');
    expect((await support()).mailbox.lastError).toContain('Invalid credentials');
    // This lease keeps the site's own API from reading the mailbox, although the job is due.
    const [at, until] = [-2 * 3_600_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString());
    await site.rows('PATCH', 'jobs?name=eq.mailbox', { last_run_at: at, holder: 'another', lease_until: until });
    expect(await tasks(), 'one that is not connected any more').not.toContain('mailbox_unread');
    await site.rows('PATCH', 'jobs?name=eq.mailbox', { holder: null, lease_until: null });
  });

  test.each([
    ['after the connection', ''],
    ['after its greeting', '* OK hello\r\n'],
  ])('a mailbox server that is silent %s is given up', async (_, greeting) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      if (greeting) socket.write(greeting);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const silent = `imap://ana:secret@127.0.0.1:${(server.address() as AddressInfo).port}/INBOX`;
    const began = Date.now();
    await expect(read(createMailbox(silent, 500))).rejects.toThrow(/time|greeting|connect/i);
    expect(Date.now() - began).toBeLessThan(5_000);
    for (const socket of sockets) socket.destroy();
    server.close();
  });
});
