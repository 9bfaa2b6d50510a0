import { randomUUID } from 'node:crypto';
import { CONTENT_KEYS } from '@site/shared/contracts/admin-content.ts';
import type { ContentKey } from '@site/shared/contracts/content.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { both } from '../../../api/src/resources/site/content/default-content/both.ts';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let token = '';
beforeAll(async () => {
  site = await startApiSite();
  token = await site.signIn('admin');
});
afterAll(async () => await site?.close());

const line = (text: string) => both(text, `${text} (en)`);
const read = async (key: string) => (await site.call('GET', `/api/admin/content/${key}`, { token })).json;
const publish = (key: ContentKey, expectedVersion: unknown, body: unknown, more: object = {}) =>
  site.call('PUT', `/api/admin/content/${key}`, { token, body: { expectedVersion, body, ...more } });
const closing = (title: string) => ({ title: line(title), text: line('Texto') });

test.each(['terms', 'privacy'] as const)('a custom text in %s never uses the name of the default text', async (key) => {
  const { version, body } = await read(key);
  const { status, json } = await publish(key, version, { ...body, title: line('Outro') });
  expect([version, status, json.error.fields]).toEqual([0, 400, { version: 'taken' }]);
});

test('every content block is listed, can be read, and can be published unchanged', async () => {
  const { json } = await site.call('GET', '/api/admin/content', { token });
  v.parse(endpoints['GET /api/admin/content'].answer, json);
  expect(json.blocks.map(({ key }: { key: string }) => key)).toEqual(CONTENT_KEYS);
  for (const key of CONTENT_KEYS) {
    const block = await read(key);
    v.parse(endpoints['GET /api/admin/content/:key'].answer, block);
    expect([key, block.version, block.publishedBy]).toEqual([key, 0, null]);
    const published = await publish(key, 0, block.body);
    expect(published.status, published.text).toBe(200);
    // A channel is renamed to its name at YouTube.
    const body = key === 'channel' ? { ...block.body, title: 'Raiz & Palavra' } : block.body;
    expect(published.json).toMatchObject({ version: 1, publishedBy: demoAccounts.admin.email, body });
    expect((await publish(key, 1, block.body)).json.version, 'what changes nothing is no version').toBe(1);
  }
});

test('a publication appears on the next page load, in the version history and in the audit log', async () => {
  const before = await read('closing');
  const home = async () => (await site.call('GET', '/api/pages/home')).json;
  await home();
  const answer = await publish('closing', before.version, closing('Até breve'));
  expect((await home()).closing.title).toBe('Até breve');
  const { json: history } = await site.call('GET', '/api/admin/content/closing/versions', { token });
  expect(history.versions[0]).toMatchObject({ version: 2, publishedBy: demoAccounts.admin.email, restoredFrom: null });
  const changes = await site.rows('GET', 'audit_log?subject_id=eq.closing&order=id.desc&limit=1');
  expect(changes).toMatchObject([
    {
      actor_email: demoAccounts.admin.email,
      request_id: answer.headers.get('x-request-id'),
      action: 'content_published',
      subject_kind: 'content',
      before: { title: before.body.title },
      after: { title: line('Até breve') },
    },
  ]);
});

test('restoring an older version of a text creates a new version', async () => {
  const old = (await site.call('GET', '/api/admin/content/closing/versions/1', { token })).json;
  const { json } = await publish('closing', 2, old.body, { restoredFrom: 1 });
  expect(json).toMatchObject({ version: 3, body: old.body });
  const { versions } = (await site.call('GET', '/api/admin/content/closing/versions', { token })).json;
  expect(versions.map(({ version, restoredFrom }: Record<string, unknown>) => [version, restoredFrom])).toEqual([
    [3, 1],
    [2, null],
    [1, null],
  ]);
  expect(await site.rows('GET', 'audit_log?subject_id=eq.closing&order=id.desc&limit=1&select=action')).toEqual([
    { action: 'content_restored' },
  ]);
  expect((await publish('closing', 3, closing('x'), { restoredFrom: 3 })).json.error.fields).toEqual({ restoredFrom: 'invalid' });
});

test('the version history is read page by page', async () => {
  for (let version = 1; version < 23; version += 1) await publish('podcast_categories', version, { names: [`Tema ${version}`] });
  const first = (await site.call('GET', '/api/admin/content/podcast_categories/versions', { token })).json;
  expect([first.versions.length, first.versions[0].version, first.nextBefore]).toEqual([20, 23, 4]);
  const rest = (await site.call('GET', '/api/admin/content/podcast_categories/versions?before=4', { token })).json;
  expect([rest.versions.map(({ version }: { version: number }) => version), rest.nextBefore]).toEqual([[3, 2, 1], null]);
});

describe('two people who edit the same text', () => {
  test("the second of two editors of a text is warned, and the first one's words are kept", async () => {
    const team = await site.signIn('team');
    const { version } = await read('author');
    const mine = { title: line('Minha'), paragraphs: [line('Um')] };
    const theirs = { title: line('Deles'), paragraphs: [line('Dois')] };
    const call = (who: string, body: unknown) =>
      site.call('PUT', '/api/admin/content/author', { token: who, body: { expectedVersion: version, body } });
    const answers = await Promise.all([call(token, mine), call(team, theirs)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.error.code).toBe('changed_meanwhile');
    const now = await read('author');
    expect(now.version).toBe(version + 1);
    const [loser, body] = answers[0]?.status === 409 ? [token, mine] : [team, theirs];
    const again = await site.call('PUT', '/api/admin/content/author', { token: loser, body: { expectedVersion: now.version, body } });
    expect([again.status, again.json.body]).toEqual([200, body]);
  });
});

describe('published content', () => {
  test('published content keeps markup as plain words and drops unknown fields', async () => {
    const { version } = await read('closing');
    const body = { title: line('<b onclick=x>\u0000Oi</b>'), text: line('a\r\nb\u0007'), hidden: true };
    const { json, status } = await publish('closing', version, body);
    expect(status).toBe(200);
    expect(json.body).toEqual({
      title: both('<b onclick=x> Oi</b>', '<b onclick=x> Oi</b> (en)'),
      text: both('a\nb', 'a\nb  (en)'),
    });
  });

  const paragraphs = [line('Um')];
  test.each<[string, ContentKey, unknown, Record<string, string>]>([
    [
      '100 kB in one text',
      'closing',
      { title: line('x'), text: line('x'.repeat(100_000)) },
      { 'text.pt-BR': 'too_long', 'text.en': 'too_long' },
    ],
    ['only one language', 'closing', { title: { 'pt-BR': 'x' }, text: line('x') }, { 'title.en': 'required' }],
    ['an empty text', 'about', { phrases: [both(' ', 'x')], paragraphs }, { 'phrases.0.pt-BR': 'required' }],
    ['too many items', 'about', { phrases: Array(9).fill(line('x')), paragraphs }, { phrases: 'max_length' }],
    ['a link with a user name', 'links', { places: [], instagram: 'https://instagram.com@evil.test/x' }, { instagram: 'url' }],
    [
      'a place of another host',
      'links',
      {
        places: [
          { kind: 'spotify', url: 'https://open.spotify.com/show/1' },
          { kind: 'apple', url: 'https://podcasts.apple.com.evil.test/1' },
          { kind: 'youtube', url: 'https://music.youtube.com/playlist?list=1' },
        ],
        instagram: null,
      },
      { 'places.1.url': 'host', 'places.2.url': 'host' },
    ],
    [
      'a place without a name',
      'links',
      { places: [{ kind: 'elsewhere', name: ' ', url: 'https://radio.test' }], instagram: null },
      { 'places.0.name': 'required' },
    ],
    ['a javascript: link', 'links', { places: [], instagram: 'javascript:alert(1)' }, { instagram: 'starts_with' }],
    [
      'an invalid tax id of a Brazilian seller',
      'contact',
      { email: 'ola@example.com', legalName: 'Ana', country: 'BR', taxId: '123', address: '' },
      { taxId: 'tax_id' },
    ],
    ['no contact address', 'contact', { email: 'ninguem', legalName: '', taxId: '', address: '' }, { email: 'email' }],
    [
      'a testimonial without consent',
      'testimonials',
      { items: [{ id: 'a', name: 'A', place: '', quote: line('x'), source: 'carta' }] },
      { 'items.0.consentedOn': 'required' },
    ],
    [
      'an invalid day',
      'testimonials',
      { items: [{ id: 'a', name: 'A', place: '', quote: line('x'), source: 'carta', consentedOn: '2026-02-31' }] },
      { 'items.0.consentedOn': 'check' },
    ],
    ['the same id twice', 'faq', { items: ['a', 'a'].map((id) => ({ id, question: line('x'), answer: line('x') })) }, { items: 'taken' }],
    ['text instead of an object', 'faq', { items: 'x' }, { items: 'array' }],
  ])('published content with %s is rejected', async (_about, key, body, fields) => {
    const { status, json } = await publish(key, (await read(key)).version, body);
    expect(status).toBe(400);
    expect(json.error).toMatchObject({ code: 'invalid_input' });
    expect(Object.keys(json.error.fields)).toEqual(Object.keys(fields));
  });

  test.each([
    ['GET', '/api/admin/content/nothing', undefined, 404],
    ['GET', '/api/admin/content/__proto__', undefined, 404],
    ['GET', '/api/admin/content/about/versions/-1', undefined, 404],
    ['GET', '/api/admin/content/about/versions/999', undefined, 404],
    ['GET', '/api/admin/content/about/versions?before=x', undefined, 400],
    ['PUT', '/api/admin/content/about', { expectedVersion: -1, body: {} }, 400],
    ['PUT', '/api/admin/content/about', { expectedVersion: '1', body: {} }, 400],
    ['PUT', '/api/admin/content/closing', { expectedVersion: 99, body: closing('Do futuro') }, 409],
    ['PUT', '/api/admin/content/about', { expectedVersion: 1, body: [] }, 400],
    ['PUT', '/api/admin/content/about', { expectedVersion: 1, body: { x: 'y'.repeat(300_000) } }, 413],
  ])('the call %s %s is rejected with a reason', async (method, path, body, status) => {
    expect((await site.call(method, path, { token, ...(body ? { body } : {}) })).status).toBe(status);
  });

  test('a legal text cannot be published under a name that was already used', async () => {
    const { version, body } = await read('terms');
    const { status, json } = await publish('terms', version, { ...body, title: line('Outros termos') });
    expect([status, json.error.fields]).toEqual([400, { version: 'taken' }]);
  });

  test("a Brazilian seller's tax number needs valid digits, and a foreign seller's does not", async () => {
    const { body } = await read('contact');
    for (const [country, taxId] of [
      ['BR', 'CNPJ 11.222.333/0001-81'],
      ['BR', '111.444.777-35'],
      ['other', 'GST 123-456-789'],
    ] as const)
      await publish('contact', (await read('contact')).version, { ...body, country, taxId });
    expect((await site.call('GET', '/api/site')).json.seller.taxId).toBe('GST 123-456-789');
    const { country: _country, ...ofThen } = body;
    const before = await read('contact');
    await site.rows('POST', 'rpc/publish_content', {
      ...{ p_actor: { uid: 'x', email: 'dona@example.test', request_id: 'r' }, p_key: 'contact', p_expected: before.version },
      ...{ p_body: { ...ofThen, taxId: '123' }, p_subject_kind: 'setting', p_default: null, p_restored_from: null },
    });
    expect((await read('contact')).body).toMatchObject({ taxId: '123' });
    await publish('contact', (await read('contact')).version, body);
  });

  test('a published contact address appears in emails and default texts', async () => {
    const { version, body } = await read('contact');
    await publish('contact', version, { ...body, email: 'Nova@Raizepalavra.test', legalName: 'Marina Alvorada ME' });
    const { json: info } = await site.call('GET', '/api/site');
    expect(info).toMatchObject({ contactEmail: 'nova@raizepalavra.test', seller: { legalName: 'Marina Alvorada ME' } });
    await site.call('POST', '/api/contact', {
      body: {
        attemptId: randomUUID(),
        name: 'Ana',
        email: 'ana@example.test',
        subject: 'other',
        message: 'Olá',
        locale: 'pt-BR',
        openForMs: 9_000,
      },
    });
    expect(await site.inbox('nova@raizepalavra.test', true)).toHaveLength(1);
    const [acknowledged] = await site.inbox('ana@example.test', true);
    expect(JSON.stringify(acknowledged?.headers)).toContain('nova@raizepalavra.test');
    expect(await site.rows('GET', 'audit_log?subject_id=eq.contact&order=id.desc&limit=1&select=subject_kind')).toEqual([
      { subject_kind: 'setting' },
    ]);
  });
});

describe('a preview', () => {
  const draftOf = async (key: ContentKey, body: unknown): Promise<string> =>
    (await site.call('POST', `/api/admin/content/${key}/preview`, { token, body: { body } })).json.preview;

  test("a preview shows the draft of a text only to visitors with the preview's link", async () => {
    const preview = await draftOf('closing', closing('Rascunho'));
    const drafted = await site.call('GET', `/api/pages/about?locale=en&preview=${preview}`);
    expect(drafted.json.closing.title).toBe('Rascunho (en)');
    expect(drafted.headers.get('cache-control')).toBe('no-store');
    expect((await site.call('GET', '/api/pages/about?locale=en')).json.closing.title).not.toBe('Rascunho (en)');
    const { body } = await read('privacy');
    const legal = await draftOf('privacy', { ...body, version: '2027-01-01', effectiveOn: '2027-01-01' });
    expect((await site.call('GET', `/api/legal/privacy?preview=${legal}`)).json).toMatchObject({ version: '2027-01-01' });
  });

  test('a preview link of content expires after an hour', async () => {
    const preview = await draftOf('closing', closing('Velho'));
    await site.rows('PATCH', `content_drafts?id=eq.${preview}`, { made_at: new Date(Date.now() - 3_601_000).toISOString() });
    expect((await site.call('GET', `/api/pages/about?preview=${preview}`)).status).toBe(404);
    expect((await site.call('GET', `/api/pages/about?preview=${randomUUID()}`)).status).toBe(404);
    expect((await site.call('GET', '/api/pages/about?preview=x')).status).toBe(400);
    expect((await site.call('POST', '/api/admin/content/closing/preview', { token, body: { body: {} } })).status).toBe(400);
    await draftOf('closing', closing('Novo'));
    expect(await site.rows('GET', `content_drafts?id=eq.${preview}`)).toEqual([]);
  });
});
