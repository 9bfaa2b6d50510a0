import type { AdminSettings } from '@site/shared/contracts/admin-settings.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import { strFromU8, unzipSync } from 'fflate';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secondChannel } from '../../../api/local/demo/channel.ts';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let token = '';
beforeAll(async () => {
  site = await startApiSite();
  token = await site.signIn('admin');
});
afterAll(async () => await site?.close());

async function settings(): Promise<AdminSettings> {
  const { json, status, text } = await site.call('GET', '/api/admin/settings', { token });
  expect(status, text).toBe(200);
  return v.parse(endpoints['GET /api/admin/settings'].answer, json);
}
const sendTest = () => site.call('POST', '/api/admin/test-emails', { token, body: { locale: 'pt-BR' } });
const testEmail = async (id: string) => (await site.call('GET', `/api/admin/test-emails/${id}`, { token })).json;

test('the settings name the changes that need a restart, and contain no secret', async () => {
  const { variables, admins, currencies } = await settings();
  expect(variables.map(({ name }) => name)).toEqual(['SITE_URL', 'MAIL_FROM', 'FIREBASE_PROJECT_ID']);
  expect(admins).toContain(demoAccounts.admin.email);
  expect(currencies.map(({ currency, isSold }) => [currency, isSold])).toEqual([
    ['BRL', true],
    ['USD', true],
    ['NZD', true],
  ]);
  const words = JSON.stringify(await settings());
  for (const secret of [site.internal.dataSecretKey, 'whsec_', 'sk_test', 'smtp://']) expect(words).not.toContain(secret);
});

test('a test email reaches the admin who requested it, and is in the audit log', async () => {
  const { json } = await sendTest();
  expect(json).toMatchObject({ recipient: demoAccounts.admin.email });
  expect((await site.inbox(demoAccounts.admin.email, true))[0]?.subject).toMatch(/^Teste de e-mail/);
  await site.until(
    () => testEmail(json.id),
    ({ state }) => state === 'sent',
  );
  expect((await site.call('GET', '/api/admin/support', { token })).json.mail.lastSentAt).not.toBeNull();
  expect(await site.rows('GET', `audit_log?subject_id=eq.${json.id}&select=action,actor_email,subject_kind`)).toEqual([
    { action: 'test_email_sent', actor_email: demoAccounts.admin.email, subject_kind: 'mail' },
  ]);
});

test('a rejected test email says why, and whether it is temporary or permanent', async () => {
  await site.refuseMail({ to: demoAccounts.admin.email, code: 451 });
  const { json: later } = await sendTest();
  const waiting = await site.until(
    () => testEmail(later.id),
    ({ error }) => error !== null,
  );
  expect(waiting).toMatchObject({ state: 'queued', attempts: 1 });
  await site.refuseMail({ to: demoAccounts.admin.email, code: 550 });
  const { json: never } = await sendTest();
  const failed = await site.until(
    () => testEmail(never.id),
    ({ state }) => state === 'failed',
  );
  expect(failed.error).not.toBe('');
  await site.refuseMail();
});

test('test emails are limited, and no other email is shown', async () => {
  const answers = [];
  for (let count = 0; count < 4; count += 1) answers.push((await sendTest()).status);
  expect(answers.at(-1)).toBe(429);
  expect((await site.call('GET', '/api/admin/test-emails/nothing', { token })).status).toBe(404);
  expect((await site.call('POST', '/api/admin/test-emails', { token, body: { locale: 'fr' } })).status).toBe(400);
});

describe('the export of all lists', () => {
  const exported = () => fetch(`${site.addresses.api}/api/admin/lists.zip?locale=pt-BR`, { headers: { authorization: `Bearer ${token}` } });

  test('the archive of all lists contains the same files as the export of each list, and the audit log notes it', async () => {
    const answer = await exported();
    expect(answer.headers.get('content-disposition')).toMatch(/"exportacao-[\d-]+[.]zip"/);
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.keys(files)).toEqual(['pedidos.csv', 'recibos.csv', 'inscritos.csv', 'historico.csv']);
    const alone = { 'pedidos.csv': 'orders', 'recibos.csv': 'receipts', 'inscritos.csv': 'subscribers', 'historico.csv': 'audit-log' };
    for (const [name, list] of Object.entries(alone)) {
      const file = await site.call('GET', `/api/admin/${list}.csv?locale=pt-BR`, { token });
      expect(strFromU8(files[name] ?? new Uint8Array()).replace('\uFEFF', ''), name).toBe(file.text.replace('\uFEFF', ''));
    }
    expect(await site.rows('GET', 'audit_log?action=eq.lists_exported&select=actor_email,subject_kind')).toEqual([
      { actor_email: demoAccounts.admin.email, subject_kind: 'account' },
    ]);
  });

  test('an owner can export all lists ten times in an hour', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      const answer = await exported();
      statuses.push(answer.status);
      await answer.arrayBuffer();
    }
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 429]);
  });
});

describe('the export of all lists by email', () => {
  const owner = demoAccounts.admin.email;
  const ask = (path = '', method = 'POST') =>
    site.call(method, `/api/admin/lists-file${path}`, { token, ...(path || method === 'GET' ? {} : { body: { locale: 'pt-BR' } }) });
  const emails = async () => (await site.inbox(owner)).filter(({ subject }) => subject.startsWith('A exportação de'));
  const file = async () => (await ask('', 'GET')).json.file;
  const isReady = () => site.until(file, (found) => found?.state === 'ready');
  const isSent = (count: number) => site.until(emails, ({ length }) => length === count);

  test('an owner who requests all lists twice gets one email, which leads to the settings and not to the file', async () => {
    await site.refuseMail({ to: owner, code: 451 });
    expect((await ask()).json.file?.state).toMatch(/preparing|ready/);
    await isReady();
    expect((await ask()).status).toBe(200);
    await site.refuseMail();
    const [email] = await isSent(1);
    expect(email?.text).toContain('/dashboard?tab=settings#export');
    expect(email?.text).not.toContain('/storage/');
    expect(await site.rows('GET', 'outbox?kind=eq.lists_ready&select=recipient')).toEqual([{ recipient: owner }]);
  });

  test('the link to the file of all lists works for minutes, and needs a recent sign-in', async () => {
    const before = (await site.rows('GET', 'audit_log?action=eq.lists_exported&select=id')).length;
    const { json } = await ask('/link');
    expect(Date.parse(json.expiresAt) - Date.now()).toBeLessThan(6 * 60_000);
    const files = unzipSync(new Uint8Array(await (await fetch(json.url)).arrayBuffer()));
    expect(Object.keys(files)).toEqual(['pedidos.csv', 'recibos.csv', 'inscritos.csv', 'historico.csv']);
    expect(await site.rows('GET', 'audit_log?action=eq.lists_exported&select=id')).toHaveLength(before + 1);
    expect(Date.parse((await file()).removedAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  });

  test('a later request replaces the file of all lists, and the file is removed after seven days', async () => {
    await ask();
    await isSent(2);
    const files = await site.rows<{ remove_after: string }>('GET', 'unused_files?kind=eq.lists&select=remove_after&order=remove_after');
    expect(files.map(({ remove_after }) => Date.parse(remove_after) - Date.now() < 11 * 60_000)).toEqual([true, false]);
    await site.rows('PATCH', 'unused_files?kind=eq.lists', { remove_after: '2026-01-01T00:00:00Z' });
    expect(await file()).toBeNull();
    expect((await ask('/link')).status).toBe(404);
  });

  test('a member who is no longer an owner gets neither the file of all lists nor its email', async () => {
    const uid = 'former-owner';
    const key = 'lists/6f1c1a5e-1111-4222-8333-444455556666/exportacao.zip';
    await site.rows('POST', 'unused_files', { key, kind: 'lists', remove_after: new Date(Date.now() + 3_600_000).toISOString() });
    await site.rows('POST', 'outbox', {
      key: `lists_ready:${key}:${uid}`,
      kind: 'lists_ready',
      recipient: 'former@example.test',
      locale: 'pt-BR',
      payload: { key, uid },
    });
    const left = await site.until(
      () => site.rows('GET', `outbox?key=eq.lists_ready:${key}:${uid}&select=id`),
      ({ length }) => length === 0,
    );
    expect(left).toEqual([]);
    expect(await file()).toBeNull();
    expect(await site.inbox('former@example.test')).toEqual([]);
  });
});

const publish = async (key: string, body: object, expectedVersion?: number) => {
  const { json } = await site.call('GET', `/api/admin/content/${key}`, { token });
  return await site.call('PUT', `/api/admin/content/${key}`, {
    token,
    body: { expectedVersion: expectedVersion ?? json.version, body, restoredFrom: null },
  });
};

describe('the time zone', () => {
  test('the time zone is the configured one until the owner publishes one, for pages and files alike', async () => {
    const shown = async () => (await site.call('GET', '/api/site')).json.timeZone;
    expect(await shown()).toBe('America/Sao_Paulo');
    expect((await publish('timeZone', { zone: 'Pacific/Auckland' })).status).toBe(200);
    expect(await shown()).toBe('Pacific/Auckland');
    const [change] = await site.rows<{ at: string }>('GET', 'audit_log?subject_id=eq.timeZone&select=at');
    const at = new Date(change?.at ?? 0);
    const written = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Auckland', dateStyle: 'short', timeStyle: 'medium' }).format(at);
    expect((await site.call('GET', '/api/admin/audit-log.csv?locale=pt-BR', { token })).text).toContain(written);
    const first = (await site.call('GET', '/api/admin/content/timeZone/versions/0', { token })).json;
    expect(first.body, 'the way back').toEqual({ zone: 'America/Sao_Paulo' });
  });

  test.each(['Mars/Olympus', '+03:00', ''])('an unknown time zone is rejected: %j', async (zone) => {
    expect((await publish('timeZone', { zone })).json.error).toMatchObject({ code: 'invalid_input', fields: { zone: expect.anything() } });
  });

  test('a time zone that the database cannot count days in is rejected', async () => {
    expect((await publish('timeZone', { zone: 'pacific/auckland' })).json.error).toMatchObject({ fields: { zone: 'invalid' } });
  });
});

describe('the channel', () => {
  const lookUp = async (channel: string) => (await site.call('POST', '/api/admin/channel-lookups', { token, body: { channel } })).json;

  test.each([secondChannel.handle, secondChannel.channelId, `https://www.youtube.com/${secondChannel.handle}/videos`])(
    'a channel is found by %s',
    async (written) =>
      expect(await lookUp(written)).toEqual({
        id: secondChannel.channelId,
        title: secondChannel.title,
        handle: secondChannel.handle,
        videos: secondChannel.videos.length,
      }),
  );

  test('a name without a channel and an unreachable YouTube are reported as different errors', async () => {
    for (const written of ['@ninguem-tem-este-nome', 'https://www.youtube.com/watch?v=rZp4Lq0TnWa', 'duas palavras'])
      expect((await lookUp(written)).error).toMatchObject({ code: 'invalid_input', fields: { channel: 'channel_not_found' } });
    const fail = (method: string, body?: object) =>
      fetch(`${site.addresses.videos}/_local/failure`, { method, body: body ? JSON.stringify(body) : null });
    await fail('POST', { reason: 'quotaExceeded', times: 1 });
    expect((await lookUp(secondChannel.handle)).error.fields).toEqual({ channel: 'quota_exceeded' });
    await fail('POST', { reason: 'keyInvalid', times: 1 });
    expect((await lookUp(secondChannel.handle)).error.fields).toEqual({ channel: 'key_refused' });
  });

  test('a published channel gets its name at YouTube and is synced at once, and an invalid channel is rejected', async () => {
    await site.channelIsRead();
    const body = { id: secondChannel.channelId, title: 'Outro nome', earlier: 'hidden' };
    expect((await publish('channel', { ...body, id: 'UCxxxxxxxxxxxxxxxxxxxxxx' })).json.error).toMatchObject({
      code: 'invalid_input',
      fields: { id: 'channel_not_found' },
    });
    expect((await publish('channel', body)).json.body).toEqual({ ...body, title: secondChannel.title });
    const { channel } = (await site.call('GET', '/api/admin/channel', { token })).json;
    expect(channel.id).toBe(secondChannel.channelId);
    const { episodes } = await site.until(
      async () => (await site.call('GET', '/api/episodes')).json,
      ({ total }) => total === secondChannel.videos.length,
    );
    expect(episodes.map(({ title }: { title: string }) => title)).toEqual(secondChannel.videos.map(({ title }) => title).toReversed());
  });

  test('a site without a channel keeps its episodes, and gets no examples', async () => {
    expect((await publish('channel', { id: null, title: 'x', earlier: 'kept' })).json.body).toMatchObject({ id: null, title: '' });
    const { total, isSample, places } = (await site.call('GET', '/api/episodes')).json;
    expect({ isSample, hasMore: total > secondChannel.videos.length, places: places.map(({ kind }: { kind: string }) => kind) }).toEqual({
      isSample: false,
      hasMore: true,
      places: ['spotify'],
    });
  });
});
