import { randomUUID } from 'node:crypto';
import type { AdminMessageList } from '@site/shared/contracts/admin-messages.ts';
import type { AdminSubscriberList } from '@site/shared/contracts/admin-subscribers.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let admin: string;

/** Returns a time. A higher number gives a later time. */
const at = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();

const message = (number: number, changes: object = {}) => ({
  id: randomUUID(),
  attempt_id: randomUUID(),
  name: `Pessoa ${number}`,
  email: `pessoa-${number}@example.test`,
  subject: 'other',
  message: `Olá, sou a pessoa ${number}.`,
  locale: 'pt-BR',
  state: 'new',
  created_at: at(number),
  ...changes,
});
const subscriber = (number: number, changes: object = {}) => ({
  id: randomUUID(),
  email: `leitora-${number}@example.test`,
  state: 'confirmed',
  locale: 'pt-BR',
  source: 'footer',
  consent_version: '2026-11-21',
  consented_at: at(number),
  confirmed_at: at(number),
  unsubscribed_at: null,
  bounced_at: null,
  created_at: at(number),
  ...changes,
});

beforeAll(async () => {
  site = await startApiSite();
  admin = await site.signIn('admin');
  // The first run of the job removes an address that waited this long for its confirmation.
  await site.until(
    () => site.rows('GET', 'jobs?name=eq.sweep&last_success_at=not.is.null'),
    (found) => found.length > 0,
  );
  await site.rows('POST', 'contact_messages', [
    ...Array.from({ length: 43 }, (_, number) => message(number, { state: number % 10 === 0 ? 'answered' : 'new' })),
    message(50, { name: 'Conceição', message: 'Perdão pela demora, 100% minha.' }),
    message(51, { name: 'Robô', state: 'spam' }),
  ]);
  await site.rows('POST', 'newsletter_subscribers', [
    ...Array.from({ length: 43 }, (_, number) => subscriber(number)),
    subscriber(50, { state: 'unsubscribed', unsubscribed_at: at(60) }),
    subscriber(51, { email: '=cmd@example.test', state: 'pending', confirmed_at: null, source: 'admin', locale: 'en' }),
    subscriber(52, { state: 'bounced', bounced_at: at(60) }),
  ]);
});
afterAll(async () => await site?.close());

const ask = (path: string) => site.call('GET', `/api/admin/${path}`, { token: admin });

async function listOf<Key extends 'GET /api/admin/messages' | 'GET /api/admin/subscribers'>(key: Key, query: Record<string, string>) {
  const { status, text, json } = await ask(`${key.slice('GET /api/admin/'.length)}?${new URLSearchParams(query)}`);
  expect(status, text).toBe(200);
  return v.parse(endpoints[key].answer, json);
}
const messages = async (query: Record<string, string> = {}) => (await listOf('GET /api/admin/messages', query)) as AdminMessageList;
const subscribers = async (query: Record<string, string> = {}) =>
  (await listOf('GET /api/admin/subscribers', query)) as AdminSubscriberList;

const namesOf = (list: AdminMessageList) => list.messages.map(({ name }) => name);
const emailsOf = (list: AdminSubscriberList) => list.subscribers.map(({ email }) => email);

/** Reads all pages from the first to the last, then goes back one page. */
async function walk<List extends { nextCursor: string | null; previousCursor: string | null }>(
  read: (query: Record<string, string>) => Promise<List>,
  query: Record<string, string> = {},
) {
  const pages = [await read(query)];
  for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor) pages.push(await read({ ...query, after: next }));
  const back = await read({ ...query, before: pages.at(-1)?.previousCursor ?? '' });
  return { pages, back };
}

const mark = (id: string, body: object) => site.call('PUT', `/api/admin/messages/${id}/state`, { token: admin, body });

describe('messages', () => {
  test('messages are listed newest first without spam and are paged in both directions', async () => {
    const { pages, back } = await walk(messages);
    expect(pages.map((page) => page.messages.length)).toEqual([20, 20, 4]);
    expect(pages.flatMap(namesOf)).toEqual(['Conceição', ...Array.from({ length: 43 }, (_, index) => `Pessoa ${42 - index}`)]);
    expect(namesOf(back)).toEqual(namesOf(pages[1] as AdminMessageList));
  });

  test('messages are found by state, and by words of name, address and text without their accents', async () => {
    expect(namesOf(await messages({ state: 'spam' }))).toEqual(['Robô']);
    expect(namesOf(await messages({ state: 'answered' }))).toEqual(['Pessoa 40', 'Pessoa 30', 'Pessoa 20', 'Pessoa 10', 'Pessoa 0']);
    expect(namesOf(await messages({ q: 'conceicao' }))).toEqual(['Conceição']);
    expect(namesOf(await messages({ q: 'PERDAO pela' }))).toEqual(['Conceição']);
    expect(namesOf(await messages({ q: 'pessoa-17@' }))).toEqual(['Pessoa 17']);
    expect(namesOf(await messages({ q: '100%' }))).toEqual(['Conceição']);
    expect(namesOf(await messages({ q: 'robo' }))).toEqual([]);
    const { pages } = await walk(messages, { q: 'sou a pessoa', state: 'new' });
    expect(pages.map((page) => page.messages.length)).toEqual([20, 18]);
  });

  test('the global search finds messages but no spam', async () => {
    const search = async (q: string) => {
      const { status, text, json } = await ask(`search?${new URLSearchParams({ q })}`);
      expect(status, text).toBe(200);
      return v.parse(endpoints['GET /api/admin/search'].answer, json).messages.map(({ name, about }) => ({ name, about }));
    };
    expect(await search('perdao pela')).toEqual([{ name: 'Conceição', about: 'Perdão pela demora, 100% minha.' }]);
    expect(await search('robo')).toEqual([]);
    expect(await search('sou a pessoa')).toHaveLength(5);
  });

  test('a message can be assigned to a member who may read messages, until the member leaves', {
    timeout: 30_000,
  }, async () => {
    const member = { uid: `suporte-${randomUUID().slice(0, 8)}`, email: `suporte-${randomUUID().slice(0, 8)}@equipe.test` };
    await site.rows('POST', 'team', { ...member, role: 'support' });
    const { assignees } = (await ask('message-assignees')).json;
    expect(v.parse(endpoints['GET /api/admin/message-assignees'].answer, { assignees }).assignees).toContainEqual(member);
    const [found] = (await messages({ q: 'pessoa-35@' })).messages;
    const id = found?.id ?? '';
    const assign = (body: object, of = id) => site.call('PUT', `/api/admin/messages/${of}/assignee`, { token: admin, body });

    const change = { uid: member.uid, previousUid: null };
    const [first] = await Promise.all([assign(change), assign(change)]);
    expect(v.parse(endpoints['PUT /api/admin/messages/:id/assignee'].answer, first.json)).toEqual({ ...found, assignee: member });
    const email = await site.until(
      () => site.inbox(member.email),
      (mails) => mails.length > 0,
    );
    expect(email.map(({ subject }) => subject)).toEqual([`Mensagem ${found?.number} é sua`]);
    expect(email[0]?.text).not.toContain(found?.email);
    const own = await site.tokenOf(member);
    const mine = async (token: string) =>
      (await site.call('GET', '/api/admin/messages?of=me', { token })).json.messages.map((one: { id: string }) => one.id);
    expect([await mine(own), await mine(admin)]).toEqual([[id], []]);
    expect(namesOf(await messages({ of: 'me', q: 'pessoa-35@', state: 'new' }))).toEqual([]);

    // Another admin saw no assignee. An owner's own action sends no email. A member who may not read messages gets none.
    const { uid: adminUid } = demoAccounts.admin;
    expect((await assign({ uid: adminUid, previousUid: null })).json.error.code).toBe('changed_meanwhile');
    expect((await assign({ uid: adminUid, previousUid: member.uid })).json.assignee.uid).toBe(adminUid);
    expect((await assign({ uid: 'stranger', previousUid: adminUid })).status).toBe(409);
    expect((await assign(change, randomUUID())).status).toBe(404);
    expect(await site.rows('GET', `outbox?kind=eq.message_assigned&recipient=eq.${demoAccounts.admin.email}&select=key`)).toEqual([]);
    const [latest] = (await ask('audit-log?kind=message')).json.entries;
    expect(latest).toMatchObject({
      action: 'message_assigned',
      before: { assignee: member.email },
      after: { assignee: demoAccounts.admin.email },
    });

    const assignee = async () => (await site.rows<{ assigned_to: string | null }>('GET', `contact_messages?id=eq.${id}`))[0]?.assigned_to;
    await assign({ uid: member.uid, previousUid: adminUid });
    await site.rows('PATCH', `team?uid=eq.${member.uid}`, { role: 'editor' });
    expect(await assignee()).toBeNull();
    expect((await assign({ uid: member.uid, previousUid: null })).status).toBe(409);
    await site.rows('PATCH', `team?uid=eq.${member.uid}`, { role: 'support' });
    await assign({ uid: member.uid, previousUid: null });
    expect(await assignee()).toBe(member.uid);
    await site.rows('DELETE', `team?uid=eq.${member.uid}`);
    expect(await assignee()).toBeNull();
  });

  test('marking a message writes one audit log entry, which names the admin', async () => {
    const [found] = (await messages({ q: 'pessoa-33@' })).messages;
    const change = { state: 'answered', previousState: 'new' };
    const first = await mark(found?.id ?? '', change);
    expect(v.parse(endpoints['PUT /api/admin/messages/:id/state'].answer, first.json)).toEqual({ ...found, state: 'answered' });
    expect((await mark(found?.id ?? '', change)).status, 'pressed twice').toBe(200);
    const other = await mark(found?.id ?? '', { state: 'spam', previousState: 'new' });
    expect([other.status, other.json.error.code]).toEqual([409, 'changed_meanwhile']);
    const { json } = await ask('audit-log?kind=message');
    expect(json.entries.filter(({ action }: { action: string }) => action === 'message_marked')).toMatchObject([
      {
        action: 'message_marked',
        actorEmail: demoAccounts.admin.email,
        subject: { kind: 'message', id: String(found?.number) },
        before: { state: 'new' },
        after: { state: 'answered' },
      },
    ]);
  });

  test.each([
    ['no-id', { state: 'spam', previousState: 'new' }, 404],
    [randomUUID(), { state: 'spam', previousState: 'new' }, 404],
    [randomUUID(), { state: 'gone', previousState: 'new' }, 400],
    [randomUUID(), { state: 'spam' }, 400],
  ])('marking the message %s with %j is answered with status %d', async (id, body, status) => {
    expect((await mark(id, body)).status).toBe(status);
  });
});

describe('a reply to a message', () => {
  const replyTo = (id: string, body: object) => site.call('POST', `/api/admin/messages/${id}/replies`, { token: admin, body });
  const undo = (id: string, replyId: string) => site.call('DELETE', `/api/admin/messages/${id}/replies/${replyId}`, { token: admin });
  const answer = endpoints['POST /api/admin/messages/:id/replies'].answer;

  /** Creates a message of a visitor who got the acknowledgement. */
  async function aConversation(locale = 'pt-BR') {
    const email = `${randomUUID()}@example.test`;
    const body = {
      attemptId: randomUUID(),
      name: 'Rita',
      email,
      subject: 'other',
      message: 'Olá!\nQuando sai o próximo?',
      locale,
      openForMs: 9_000,
    };
    expect((await site.call('POST', '/api/contact', { body })).status).toBe(200);
    const [acknowledged] = await site.inbox(email, true);
    const [found] = (await messages({ q: email })).messages;
    return { email, id: found?.id ?? '', number: found?.number, acknowledged };
  }
  /** Ends the seconds in which a reply can be undone. */
  const letItLeave = (replyId: string) => site.rows('PATCH', `outbox?key=eq.message_reply:${replyId}`, { due_at: at(0) });
  const emails = (email: string, count: number) =>
    site.until(
      () => site.inbox(email),
      (mails) => mails.length === count,
    );
  const headerOf = (mail: { headers: { key: string; value: string }[] } | undefined, name: string) =>
    mail?.headers.find(({ key }) => key === name)?.value ?? '';

  test('a reply can be undone for some seconds, then continues the conversation by email from the author, without a copy', async () => {
    const { email, id, number, acknowledged } = await aConversation();
    const [first, second] = [randomUUID(), randomUUID()];
    const body = 'Olá, Rita!\n\nEm breve.\n<b>Abraço</b>';
    const replied = await replyTo(id, { attemptId: first, body, lastReplyId: null });
    expect(v.parse(answer, replied.json)).toMatchObject({
      state: 'answered',
      replies: [{ id: first, body, by: demoAccounts.admin.email, state: 'queued', undoSeconds: 20 }],
    });
    const again = await replyTo(id, { attemptId: first, body, lastReplyId: null });
    expect(again.json.replies, 'pressed twice').toHaveLength(1);
    const reused = await replyTo(id, { attemptId: first, body: 'outra coisa', lastReplyId: null });
    expect([reused.status, reused.json.error.code]).toEqual([409, 'attempt_reused']);
    expect(await site.inbox(email)).toHaveLength(1);

    await letItLeave(first);
    const [reply] = await emails(email, 2);
    expect(reply?.subject).toBe(`Re: Recebemos sua mensagem (protocolo ${number})`);
    expect(reply?.text).toContain(body);
    expect(reply?.text).toContain('> Olá!\n> Quando sai o próximo?');
    expect(reply?.html).toContain('Em breve.<br>&lt;b&gt;Abraço&lt;/b&gt;');
    const [author, contact] = [headerOf(reply, 'from'), headerOf(reply, 'reply-to')];
    expect(author.split('<')[0]).toBe(contact.split('<')[0]);
    expect(headerOf(reply, 'auto-submitted')).toBe('no');
    const root = headerOf(acknowledged, 'message-id');
    expect([headerOf(reply, 'in-reply-to'), headerOf(reply, 'references')]).toEqual([root, root]);

    const sent = await site.until(
      async () => (await messages({ q: email })).messages[0]?.replies,
      (replies) => replies?.[0]?.state === 'sent',
    );
    expect(sent).toMatchObject([{ id: first, undoSeconds: 0 }]);
    expect(await site.rows('GET', `outbox?key=eq.message_reply:${first}`)).toEqual([]);
    const late = await undo(id, first);
    expect([late.status, late.json.error.code]).toEqual([409, 'already_sent']);

    await replyTo(id, { attemptId: second, body: 'E mais uma coisa.', lastReplyId: first });
    await letItLeave(second);
    const [next] = await emails(email, 3);
    const parent = headerOf(reply, 'message-id');
    expect(headerOf(next, 'in-reply-to')).toBe(parent);
    expect(headerOf(next, 'references').split(/\s+/)).toEqual([root, parent]);
  });

  test('a reply that is undone is never sent, and the message is as before', async () => {
    const { id } = await aConversation('en');
    await mark(id, { state: 'closed', previousState: 'new' });
    const attemptId = randomUUID();
    await replyTo(id, { attemptId, body: 'Hello', lastReplyId: null });
    const undone = await undo(id, attemptId);
    expect(undone.json).toMatchObject({ state: 'closed', replies: [] });
    expect((await undo(id, attemptId)).json, 'pressed twice').toEqual(undone.json);
    expect(await site.rows('GET', `outbox?key=eq.message_reply:${attemptId}`)).toEqual([]);
  });

  test('two replies that are undone one after the other leave the message as before', async () => {
    const { id } = await aConversation();
    const [first, second] = [randomUUID(), randomUUID()];
    await replyTo(id, { attemptId: first, body: 'Olá', lastReplyId: null });
    await replyTo(id, { attemptId: second, body: 'E mais', lastReplyId: first });
    expect((await undo(id, first)).json).toMatchObject({ state: 'answered', replies: [{ id: second }] });
    expect((await undo(id, second)).json).toMatchObject({ state: 'new', replies: [] });
  });

  test('a reply that the mailbox rejects shows that it failed', async () => {
    const { email, id } = await aConversation();
    const attemptId = randomUUID();
    await replyTo(id, { attemptId, body: 'Olá', lastReplyId: null });
    await site.refuseMail({ to: email, code: 550 });
    await letItLeave(attemptId);
    await site.until(
      async () => (await messages({ q: email })).messages[0]?.replies[0]?.state,
      (state) => state === 'failed',
    );
    await site.refuseMail();
  });

  test('a reply by a second admin who has not seen the first reply is held back', async () => {
    const { id } = await aConversation();
    const first = randomUUID();
    await replyTo(id, { attemptId: first, body: 'Da Ana', lastReplyId: null });
    const attempt = { attemptId: randomUUID(), body: 'Do Beto' };
    const held = await replyTo(id, { ...attempt, lastReplyId: null });
    expect([held.status, held.json.error.code]).toEqual([409, 'changed_meanwhile']);
    expect((await replyTo(id, { ...attempt, lastReplyId: first })).json.replies.map((reply: { body: string }) => reply.body)).toEqual([
      'Da Ana',
      'Do Beto',
    ]);
  });

  test.each([
    ['no-id', {}, 404],
    [randomUUID(), {}, 404],
    [randomUUID(), { body: ' \n ' }, 400],
    [randomUUID(), { body: 'é'.repeat(25_601) }, 400],
    [randomUUID(), { attemptId: 'x' }, 400],
  ])('a reply to %s with %j is answered with status %d', async (id, changes, status) => {
    expect((await replyTo(id, { attemptId: randomUUID(), body: 'Olá', lastReplyId: null, ...changes })).status).toBe(status);
  });

  test('a reply is deleted with its message, and the audit log keeps only number and date', async () => {
    // A team member who wants an email for each message gets a copy.
    const uid = randomUUID();
    await site.rows('POST', 'users', { uid, email: `${uid}@example.test`, name: 'Equipe' });
    await site.rows('POST', 'team', { uid, email: `${uid}@example.test`, role: 'support' });
    await site.rows('POST', 'team_notices', { uid, kind: 'message', how: 'each' });
    const { email, id, number } = await aConversation();
    const attemptId = randomUUID();
    await replyTo(id, { attemptId, body: 'Segredo', lastReplyId: null });
    const remove = () => site.call('DELETE', `/api/admin/messages/${id}`, { token: admin });
    expect([(await remove()).status, (await remove()).status, (await undo(id, attemptId)).status]).toEqual([204, 404, 404]);
    expect((await messages({ q: email })).messages).toEqual([]);
    expect(await site.rows('GET', `outbox?or=(recipient.eq.${email},payload->>email.eq.${email})`)).toEqual([]);
    const [change] = (await ask('audit-log?kind=message')).json.entries;
    expect(change).toMatchObject({
      action: 'message_deleted',
      subject: { id: String(number) },
      before: { received_at: expect.any(String) },
    });
  });
});

test('marking several messages as spam writes an audit log entry for each message', async () => {
  const [one, two] = (await messages({ q: 'sou a pessoa', state: 'new' })).messages;
  const body = { ids: [one?.id, two?.id, randomUUID()] };
  const spam = () => site.call('POST', '/api/admin/messages/spam', { token: admin, body });
  expect((await spam()).json).toEqual({ marked: 2 });
  expect((await spam()).json).toEqual({ marked: 0 });
  const { entries: changes } = (await ask('audit-log?kind=message')).json;
  expect(changes.slice(0, 2)).toMatchObject([{ after: { state: 'spam' } }, { after: { state: 'spam' } }]);
});

test('the inbox offers the saved answers that the owner published, in both languages', async () => {
  const read = async () => v.parse(endpoints['GET /api/admin/saved-answers'].answer, (await ask('saved-answers')).json).answers;
  expect((await read()).map(({ id }) => id)).toEqual(['thanks', 'ebook-not-received']);
  const items = [{ id: 'a', title: { 'pt-BR': 'Oi', en: '' }, text: { 'pt-BR': 'Olá, {nome}', en: 'Hello {nome}' } }];
  const published = await site.call('PUT', '/api/admin/content/saved_answers', {
    token: admin,
    body: { expectedVersion: 0, body: { items } },
  });
  expect(published.status, published.text).toBe(200);
  expect(await read()).toEqual([{ id: 'a', title: { 'pt-BR': 'Oi', en: 'Oi' }, text: { 'pt-BR': 'Olá, {nome}', en: 'Hello {nome}' } }]);
});

describe('subscribers', () => {
  test('subscribers of every state are listed newest first and are paged in both directions', async () => {
    const { pages, back } = await walk(subscribers);
    expect(pages.map((page) => page.subscribers.length)).toEqual([20, 20, 6]);
    expect(emailsOf(pages[0] as AdminSubscriberList).slice(0, 4)).toEqual([
      'leitora-52@example.test',
      '=cmd@example.test',
      'leitora-50@example.test',
      'leitora-42@example.test',
    ]);
    expect(emailsOf(back)).toEqual(emailsOf(pages[1] as AdminSubscriberList));
  });

  test('subscribers are found by state and by part of the address, and show what they consented to and when', async () => {
    expect((await subscribers({ state: 'unsubscribed' })).subscribers).toMatchObject([
      { email: 'leitora-50@example.test', consentVersion: '2026-11-21', consentedAt: at(50), unsubscribedAt: at(60), bouncedAt: null },
    ]);
    expect(emailsOf(await subscribers({ q: 'CMD@' }))).toEqual(['=cmd@example.test']);
    expect(emailsOf(await subscribers({ q: 'cmd@', state: 'confirmed' }))).toEqual([]);
    expect(emailsOf(await subscribers({ q: 'leitora-1' }))).toHaveLength(11);
  });

  test("the subscribers' CSV file has version and time of each consent, and no cell is a formula", async () => {
    const { status, headers, text } = await ask('subscribers.csv');
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="inscritos-\d{4}-\d\d-\d\d\.csv"$/);
    const lines = text.split('\r\n');
    expect(lines[0]).toContain('E-mail;Situação;Idioma;Origem;Versão do consentimento;Consentiu em;');
    expect(lines).toHaveLength(1 + 46 + 1);
    expect(text).toContain("'=cmd@example.test;aguardando confirmação;en;painel;2026-11-21;2025-12-31 21:51:00;;;");
    expect((await ask('subscribers.csv?state=bounced&locale=en')).text).toContain('leitora-52@example.test,address refused,');
  });
});

test.each([
  'messages?state=gone',
  'messages?after=nonsense',
  `messages?after=${Buffer.from('["2026-03-01T12:00:00Z","abc"]').toString('base64url')}`,
  `messages?q=${'x'.repeat(101)}`,
  'subscribers?state=new',
  'subscribers?before=nonsense&after=nonsense',
  'subscribers.csv?locale=fr',
])('the list query %s is rejected', async (path) => {
  const { status, json } = await ask(path);
  expect([status, json.error.code]).toEqual([400, 'invalid_input']);
});

test('the inbox searches characters that have a meaning in queries as plain text', async () => {
  for (const q of ["'", '\\', '_', '%', "'; drop table orders; --", '\u0000a', '🙂']) {
    expect((await ask(`messages?${new URLSearchParams({ q })}`)).status, q).toBe(200);
    expect((await ask(`subscribers?${new URLSearchParams({ q })}`)).status, q).toBe(200);
  }
});
