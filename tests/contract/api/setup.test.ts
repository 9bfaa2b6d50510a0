import type { ContentKey } from '@site/shared/contracts/content.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const stepsOf = ({ status, text, json }: Awaited<ReturnType<ApiSite['call']>>): Record<string, string> => {
  expect(status, text).toBe(200);
  return Object.fromEntries(v.parse(endpoints['GET /api/admin/setup'].answer, json).steps.map(({ step, state }) => [step, state]));
};
const steps = async () => stepsOf(await site.call('GET', '/api/admin/setup', { token }));
const skip = async (step: string, isSkipped: boolean) =>
  stepsOf(await site.call('PUT', '/api/admin/setup-skips', { token, body: { step, isSkipped } }));

async function publish(key: ContentKey, change: Record<string, unknown>): Promise<void> {
  const { json } = await site.call('GET', `/api/admin/content/${key}`, { token });
  const body = { expectedVersion: json.version, body: { ...json.body, ...change } };
  const { status, text } = await site.call('PUT', `/api/admin/content/${key}`, { token, body });
  expect(status, text).toBe(200);
}

const offers = async () => {
  const [shown, contact] = await Promise.all([site.call('GET', '/api/site'), site.call('GET', '/api/pages/contact')]);
  return { hasEbooks: shown.json.hasEbooks, questions: contact.json.faq.length };
};

test('setup steps for texts and settings are done once published, and say what they are for', async () => {
  expect(await steps()).toMatchObject({ claim: 'done', names: 'open', currencies: 'open', look: 'open', contact: 'open', terms: 'open' });
  await publish('brand', { site: 'Casa', author: 'localhost' });
  expect(await steps(), 'nobody is called like an address').toMatchObject({ names: 'open', look: 'open' });
  await publish('brand', { author: 'Ana Prado' });
  expect(await steps()).toMatchObject({ names: 'done', look: 'open' });
  await publish('brand', { accent: '#114488' });
  await publish('timeZone', { zone: 'America/Recife' });
  await publish('currencies', { sold: ['BRL'], default: 'BRL' });
  await publish('contact', { email: 'ana@casa.test', legalName: 'Ana Prado', taxId: '111.444.777-35' });
  await publish('terms', { version: 'casa-1' });
  expect(await steps()).toMatchObject({
    look: 'done',
    currencies: 'done',
    timeZone: 'done',
    contact: 'done',
    seller: 'open',
    terms: 'done',
    privacy: 'open',
  });
  await publish('contact', { address: 'Rua Um, 1' });
  expect((await steps()).seller).toBe('done');
});

test('setup steps for book, purchase, email, channel and check are done once they happened, by any owner', async () => {
  expect(await steps()).toMatchObject({ ebook: 'open', purchase: 'open', test_email: 'open', doctor: 'open' });
  await site.addBooks({ id: 'primeiro', state: 'draft' });
  expect((await steps()).ebook).toBe('open');
  expect(await offers(), 'nothing offers to buy, or answers a buyer').toEqual({ hasEbooks: false, questions: 0 });
  await site.rows('PATCH', 'ebooks_metadata?id=eq.primeiro', { state: 'published' });
  await site.until(offers, ({ hasEbooks, questions }) => hasEbooks && questions === 1);
  expect(await steps()).toMatchObject({ ebook: 'done', purchase: 'open' });

  const buyer = await site.signIn('newcomer');
  const { json } = await site.checkout(buyer, site.cart(['primeiro']));
  await site.payByCard(json.sessionId);
  await site.until(steps, ({ purchase }) => purchase === 'done');
  expect((await steps()).test_email, 'its emails are no test').toBe('open');
  await site.call('POST', '/api/admin/test-emails', { token, body: { locale: 'pt-BR' } });
  await site.until(steps, ({ test_email }) => test_email === 'done');
  await site.channelIsRead();
  expect((await steps()).channel).toBe('done');
  const { id } = (await site.call('GET', '/api/admin/content/channel', { token })).json.body;
  await publish('channel', { id: null });
  expect((await steps()).channel, 'there is none, and the owner says so').toBe('done');
  await site.until(
    () => site.rows<{ lease_until: string | null }>('GET', 'jobs?name=eq.videos&select=lease_until'),
    ([job]) => job?.lease_until === null,
  );
  // The job is locked. A success of the job without a channel is not a sync.
  await site.rows('PATCH', 'jobs?name=eq.videos', { lease_until: '2100-01-01T00:00:00Z', last_error: null });
  await publish('channel', { id: secondChannel.channelId });
  expect((await steps()).channel).toBe('open');
  const [support, episodes] = await Promise.all(
    ['support', 'channel'].map(async (path) => (await site.call('GET', `/api/admin/${path}`, { token })).json),
  );
  expect(support.videos).toEqual({ isConfigured: true, lastSuccessAt: null, lastError: null });
  expect(episodes).toMatchObject({ channel: { id: secondChannel.channelId }, lastReading: null, syncedAt: null });
  // A channel that was synced stays done during another sync.
  await publish('channel', { id });
  expect((await steps()).channel).toBe('done');
  await site.rows('PATCH', 'jobs?name=eq.videos', { lease_until: null, last_run_at: '2026-01-01T00:00:00Z' });
  await publish('channel', { title: '' });
  await site.until(steps, ({ channel }) => channel === 'done');

  const check = async (service: string) => {
    const { status, text } = await site.call('POST', '/api/admin/doctor-runs', { token, body: { service, locale: 'en' } });
    expect(status, text).toBe(200);
  };
  await Promise.all(['database', 'content'].map(check));
  const runs = () => site.rows('GET', 'doctor_runs?select=service,is_well&order=service');
  expect(await runs()).toEqual([
    { service: 'content', is_well: false },
    { service: 'database', is_well: true },
  ]);
  await publish('privacy', { version: 'casa-1' });
  await check('content');
  expect(await runs()).toContainEqual({ service: 'content', is_well: true });
  // Without a shell these checks cannot pass here.
  const others = ['identity', 'payments', 'mail', 'videos', 'releases', 'site'];
  await site.rows(
    'POST',
    'doctor_runs',
    others.map((service) => ({ service, is_well: service !== 'site' })),
  );
  expect((await steps()).doctor).toBe('open');
  await site.rows('PATCH', 'doctor_runs?service=eq.site', { is_well: true });
  expect((await steps()).doctor).toBe('done');
  await site.rows('DELETE', 'doctor_runs?service=eq.mail');
  expect((await steps()).doctor).toBe('open');
});

test('the setup step of a legal text is open again if names or address were published after its approval', async () => {
  const original = (await site.call('GET', '/api/admin/content/privacy/versions/0', { token })).json.body;
  const { SITE_NAME = '', AUTHOR_NAME = '', CONTACT_EMAIL = '' } = site.internal.variables;
  const former = JSON.parse(
    JSON.stringify(original).replaceAll('Casa', SITE_NAME).replaceAll('Ana Prado', AUTHOR_NAME).replaceAll('ana@casa.test', CONTACT_EMAIL),
  );
  const found = async () => {
    const { json } = await site.call('POST', '/api/admin/doctor-runs', { token, body: { service: 'content', locale: 'pt-BR' } });
    const checks: { id: string; state: string; found: string | null }[] = json.checks;
    return checks.find(({ id }) => id === 'content.privacy');
  };
  await publish('privacy', { ...former, version: 'casa-2' });
  expect((await steps()).privacy).toBe('open');
  expect(await found()).toMatchObject({ state: 'failed', found: expect.stringContaining(SITE_NAME) });
  await publish('privacy', { ...former, version: 'casa-3', intro: original.intro, sections: [former.sections[0]] });
  expect((await steps()).privacy, 'one sentence is enough').toBe('open');
  await publish('privacy', { ...original, version: 'casa-4' });
  expect((await steps()).privacy).toBe('done');
  expect(await found()).toMatchObject({ state: 'ok' });
});

test('a setup step is skipped and resumed for every owner, logged once each, and is still done by its event', async () => {
  expect((await skip('doctor', true)).doctor).toBe('skipped');
  expect((await skip('doctor', true)).doctor).toBe('skipped');
  expect((await skip('claim', true)).claim).toBe('done');
  expect((await skip('doctor', false)).doctor).toBe('open');
  const changes = 'audit_log?subject_id=eq.doctor&select=action,actor_email,subject_kind&order=id';
  expect(await site.rows('GET', changes)).toEqual(
    ['setup_step_skipped', 'setup_step_resumed'].map((action) => ({
      action,
      actor_email: demoAccounts.admin.email,
      subject_kind: 'setting',
    })),
  );
  expect((await site.call('PUT', '/api/admin/setup-skips', { token, body: { step: 'other', isSkipped: true } })).status).toBe(400);
});
