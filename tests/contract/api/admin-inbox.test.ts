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

/** The one with a higher number is newer. */
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

/** All pages from the first to the last, and the one before the last reached from it. */
async function walk<List extends { nextCursor: string | null; previousCursor: string | null }>(
  read: (query: Record<string, string>) => Promise<List>,
  query: Record<string, string> = {},
) {
  const pages = [await read(query)];
  for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor) pages.push(await read({ ...query, after: next }));
  const back = await read({ ...query, before: pages.at(-1)?.previousCursor ?? '' });
  return { pages, back };
}

describe('messages', () => {
  test('come newest first without spam, page by page, there and back', async () => {
    const { pages, back } = await walk(messages);
    expect(pages.map((page) => page.messages.length)).toEqual([20, 20, 4]);
    expect(pages.flatMap(namesOf)).toEqual(['Conceição', ...Array.from({ length: 43 }, (_, index) => `Pessoa ${42 - index}`)]);
    expect(namesOf(back)).toEqual(namesOf(pages[1] as AdminMessageList));
  });

  test('are found by state, and by words in name, address and text, whatever their accents', async () => {
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

  test('are found by the search of everything, without spam', async () => {
    const search = async (q: string) => {
      const { status, text, json } = await ask(`search?${new URLSearchParams({ q })}`);
      expect(status, text).toBe(200);
      return v.parse(endpoints['GET /api/admin/search'].answer, json).messages.map(({ name, about }) => ({ name, about }));
    };
    expect(await search('perdao pela')).toEqual([{ name: 'Conceição', about: 'Perdão pela demora, 100% minha.' }]);
    expect(await search('robo')).toEqual([]);
    expect(await search('sou a pessoa')).toHaveLength(5);
  });

  const mark = (id: string, body: object) => site.call('PUT', `/api/admin/messages/${id}/state`, { token: admin, body });

  test('are marked once, and who marks is written down', async () => {
    const [found] = (await messages({ q: 'pessoa-33@' })).messages;
    const change = { state: 'answered', previousState: 'new' };
    const first = await mark(found?.id ?? '', change);
    expect(v.parse(endpoints['PUT /api/admin/messages/:id/state'].answer, first.json)).toEqual({ ...found, state: 'answered' });
    expect((await mark(found?.id ?? '', change)).status, 'pressed twice').toBe(200);
    const other = await mark(found?.id ?? '', { state: 'spam', previousState: 'new' });
    expect([other.status, other.json.error.code]).toEqual([409, 'changed_meanwhile']);
    const { json } = await ask('changes?kind=message');
    expect(json.changes).toMatchObject([
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
  ])('marking %s with %j answers %d', async (id, body, status) => {
    expect((await mark(id, body)).status).toBe(status);
  });
});

describe('subscribers', () => {
  test('come newest first in every state, page by page, there and back', async () => {
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

  test('are found by state and by part of the address, and say what was agreed to and when', async () => {
    expect((await subscribers({ state: 'unsubscribed' })).subscribers).toMatchObject([
      { email: 'leitora-50@example.test', consentVersion: '2026-11-21', consentedAt: at(50), unsubscribedAt: at(60), bouncedAt: null },
    ]);
    expect(emailsOf(await subscribers({ q: 'CMD@' }))).toEqual(['=cmd@example.test']);
    expect(emailsOf(await subscribers({ q: 'cmd@', state: 'confirmed' }))).toEqual([]);
    expect(emailsOf(await subscribers({ q: 'leitora-1' }))).toHaveLength(11);
  });

  test('are saved as a file with the version and time of their consent, and no cell is a formula', async () => {
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
])('%s is refused', async (path) => {
  const { status, json } = await ask(path);
  expect([status, json.error.code]).toEqual([400, 'invalid_input']);
});

test('words that would break a query are words', async () => {
  for (const q of ["'", '\\', '_', '%', "'; drop table orders; --", '\u0000a', '🙂']) {
    expect((await ask(`messages?${new URLSearchParams({ q })}`)).status, q).toBe(200);
    expect((await ask(`subscribers?${new URLSearchParams({ q })}`)).status, q).toBe(200);
  }
});
