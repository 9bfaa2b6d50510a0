import type { AdminSettings } from '@site/shared/contracts/admin-settings.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
const service = async (id: string) => (await settings()).services.find((known) => known.id === id);
const sendTest = () => site.call('POST', '/api/admin/test-emails', { token, body: { locale: 'pt-BR' } });
const testEmail = async (id: string) => (await site.call('GET', `/api/admin/test-emails/${id}`, { token })).json;

test('the settings name what a restart changes, and no secret', async () => {
  const { variables, admins, currencies } = await settings();
  expect(variables).toContainEqual({ name: 'SITE_TIME_ZONE', value: 'America/Sao_Paulo' });
  expect(variables).toContainEqual({ name: 'YOUTUBE_CHANNEL_ID', value: 'UCraizEpalavra0demo00000' });
  expect(admins).toContain(demoAccounts.admin.email);
  expect(currencies.map(({ currency, isSold }) => [currency, isSold])).toEqual([
    ['BRL', true],
    ['USD', true],
    ['NZD', true],
  ]);
  const words = JSON.stringify(await settings());
  for (const secret of [site.internal.dataSecretKey, 'whsec_', 'sk_test', 'smtp://']) expect(words).not.toContain(secret);
});

test('the services are as they were last heard of', async () => {
  expect(await service('database')).toMatchObject({ state: 'working', isTestMode: false });
  expect(await service('identity')).toMatchObject({ state: 'working', isTestMode: true });
  expect(await service('payments')).toEqual({ id: 'payments', state: 'silent', lastAt: null, isTestMode: true });
  await site.rows('POST', 'stripe_events', { id: 'evt_1', type: 'x', received_at: '2026-01-02T03:04:05Z' });
  expect(await service('payments')).toMatchObject({ state: 'working', lastAt: '2026-01-02T03:04:05.000Z' });
  await site.channelIsRead();
  expect((await service('videos'))?.state).toBe('working');
});

test('a test mail reaches the admin who asked for it, and is written down', async () => {
  const { json } = await sendTest();
  expect(json).toMatchObject({ recipient: demoAccounts.admin.email });
  expect((await site.inbox(demoAccounts.admin.email, true))[0]?.subject).toMatch(/^Teste de e-mail/);
  await site.until(
    () => testEmail(json.id),
    ({ state }) => state === 'sent',
  );
  expect((await service('mail'))?.state).toBe('working');
  expect(await site.rows('GET', `admin_changes?subject_id=eq.${json.id}&select=action,actor_email,subject_kind`)).toEqual([
    { action: 'test_email_sent', actor_email: demoAccounts.admin.email, subject_kind: 'mail' },
  ]);
});

test('a test mail that is not taken says why, for now or for good', async () => {
  await site.refuseMail({ to: demoAccounts.admin.email, code: 451 });
  const { json: later } = await sendTest();
  const waiting = await site.until(
    () => testEmail(later.id),
    ({ error }) => error !== null,
  );
  expect(waiting).toMatchObject({ state: 'queued', attempts: 1 });
  expect((await service('mail'))?.state).toBe('failing');
  await site.refuseMail({ to: demoAccounts.admin.email, code: 550 });
  const { json: never } = await sendTest();
  const failed = await site.until(
    () => testEmail(never.id),
    ({ state }) => state === 'failed',
  );
  expect(failed.error).not.toBe('');
  await site.refuseMail();
});

test('test mails are few, and no other mail is shown', async () => {
  const answers = [];
  for (let count = 0; count < 4; count += 1) answers.push((await sendTest()).status);
  expect(answers.at(-1)).toBe(429);
  expect((await site.call('GET', '/api/admin/test-emails/nothing', { token })).status).toBe(404);
  expect((await site.call('POST', '/api/admin/test-emails', { token, body: { locale: 'fr' } })).status).toBe(400);
});
