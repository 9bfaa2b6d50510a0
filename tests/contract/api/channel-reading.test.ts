import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';

const OWNER = 'ola@raizepalavra.test';

let site: ApiSite;
let token = '';
beforeAll(async () => {
  site = await startApiSite();
  token = await site.signIn('admin');
  await site.channelIsRead();
});
afterAll(async () => await site?.close());

const readNow = () => site.call('POST', '/api/admin/channel-readings', { token });
const videosNow = async () => (await site.call('GET', '/api/admin/support', { token })).json.videos;
const fail = (method: string, body?: object) =>
  fetch(`${site.addresses.videos}/_local/failure`, { method, body: body ? JSON.stringify(body) : null });

test('a requested channel sync reports how it ended, with a code that screens have a sentence for', async () => {
  expect((await readNow()).json).toEqual({ outcome: 'read', reason: null });
  await fail('POST', { reason: 'keyInvalid', times: 1 });
  expect((await readNow()).json).toEqual({ outcome: 'failed', reason: 'key_refused' });
  expect((await videosNow()).lastError).toBe('key_refused');
  expect((await readNow()).json.outcome).toBe('read');
  expect((await videosNow()).lastError).toBeNull();
});

test('a second channel sync does not start while one runs', async () => {
  await site.rows('PATCH', 'jobs?name=eq.videos', { holder: 'another', lease_until: new Date(Date.now() + 60_000).toISOString() });
  expect((await readNow()).json).toEqual({ outcome: 'running', reason: null });
  await site.rows('PATCH', 'jobs?name=eq.videos', { holder: null, lease_until: null });
});

test('the email to the owner about a failed channel sync says what to correct', async () => {
  await site.rows('POST', 'outbox', {
    key: 'owner_alert:test',
    kind: 'owner_alert',
    recipient: OWNER,
    locale: 'pt-BR',
    payload: {
      kind: 'channel_unread',
      event: 'began',
      count: 1,
      began_at: new Date().toISOString(),
      items: [{ subject: '', label: '', detail: 'channel_not_found' }],
    },
  });
  const [email] = await site.inbox(OWNER, true);
  expect(email?.text).toContain('O YouTube não encontra mais o canal do site');
});
