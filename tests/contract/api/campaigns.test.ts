import { randomUUID } from 'node:crypto';
import type { AdminCampaign, CampaignAudience, CampaignPreview } from '@site/shared/contracts/admin-campaigns.ts';
import type { AdminPost } from '@site/shared/contracts/admin-posts.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import { CONSENT_VERSION } from '@site/shared/contracts/form-rules.ts';
import type { PostList } from '@site/shared/contracts/posts.ts';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { NoAnswer } from '../../../api/src/gateways/names/names.ts';
import { createData } from '../../../api/src/gateways/supabase/data.ts';
import type { Caller } from '../../../api/src/platform/auth.ts';
import { readEnv } from '../../../api/src/platform/env.ts';
import { anApp } from './an-app.ts';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let token: string;

beforeAll(async () => {
  site = await startApiSite();
  token = await site.signIn('admin');
  await site.addBooks({ id: 'rute' });
});
afterAll(async () => await site?.close());
// Each test has its own readers and its own daily limit.
afterEach(async () => {
  await site.refuseMail();
  await slowness({});
  await site.rows('DELETE', 'rate_limits?hits=gt.0');
  await site.rows('DELETE', 'campaign_days?handed=gte.0');
  await site.rows('DELETE', 'newsletter_subscribers?state=neq.none');
  await site.emptyInbox();
});

const EVERYBODY = { locale: null, owns: null, lacks: null, joinedFrom: null, joinedUntil: null };

async function asked(method: string, path: string, body?: unknown, as = token) {
  return await site.call(method, `/api/admin/${path}`, { token: as, ...(body === undefined ? {} : { body }) });
}
async function done(method: string, path: string, body?: unknown, as = token): Promise<AdminCampaign> {
  const { status, json, text } = await asked(method, `campaigns${path}`, body, as);
  expect(status, text).toBe(200);
  return v.parse(endpoints['GET /api/admin/campaigns/:id'].answer, json);
}
const refused = async (method: string, path: string, body?: unknown, as = token) => {
  const { status, json } = await asked(method, `campaigns${path}`, body, as);
  return [status, json?.error.code, json?.error.fields ?? null];
};
const get = (id: string) => done('GET', `/${id}`);
const audience = async (postId: string, segment: object = {}): Promise<CampaignAudience> =>
  v.parse(
    endpoints['POST /api/admin/campaign-audience'].answer,
    (await asked('POST', 'campaign-audience', { postId, segment: { ...EVERYBODY, ...segment } })).json,
  );

async function aPost(title: string, { publish = true } = {}): Promise<AdminPost> {
  const { json: begun } = await asked('POST', 'posts', { kind: 'text' });
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: `Palavras de ${title}.` }] }] };
  const { json: post } = await asked('PUT', `posts/${begun.id}/drafts/pt-BR`, { revision: 1, title, lead: '', body });
  if (!publish) return post;
  const drafts = { 'pt-BR': post.drafts['pt-BR'].revision, en: post.drafts.en.revision };
  return (await asked('POST', `posts/${post.id}/publication`, { revision: post.revision, drafts, at: null })).json;
}
const aCampaign = async (title: string, options?: { publish: boolean }) => {
  const post = await aPost(title, options);
  return await done('POST', '', { postId: post.id });
};

type Reader = { id: string; email: string };
/** Creates confirmed readers. */
const readers = (count: number, change: object = {}) =>
  site.rows<Reader>(
    'POST',
    'newsletter_subscribers',
    Array.from({ length: count }, () => ({
      email: `${randomUUID()}@leitores.test`,
      ...{ state: 'confirmed', locale: 'pt-BR', source: 'footer', consent_version: CONSENT_VERSION, confirmed_at: '2026-03-01T12:00:00Z' },
      ...change,
    })),
  );

const schedule = ({ id, revision }: AdminCampaign, at: string | null = null, as = token) =>
  done('POST', `/${id}/sending`, { revision, at }, as);
const move = ({ id, revision }: AdminCampaign, how: string) => done('POST', `/${id}/${how}`, { revision });
/** Ends the minute before an issue is sent. */
async function go(campaign: AdminCampaign, facts: object = {}): Promise<AdminCampaign> {
  const due = new Date(Date.now() - 1_000).toISOString();
  await site.rows('PATCH', `campaigns?id=eq.${campaign.id}`, { state: 'paused', send_at: due, ...facts });
  return await move(await get(campaign.id), 'resume');
}
const becomes = (id: string, isDone: (campaign: AdminCampaign) => boolean) => site.until(() => get(id), isDone, 25_000);
const isSent = ({ state }: AdminCampaign) => state === 'sent';
/** Holds back all issues until this moment. */
const hold = (next_at: string) => site.rows('POST', 'campaign_pace', [{ is_only: true, next_at }]);
/** Starts an issue with its recipients recorded. None of them gets it until `goOn`. */
async function prepared(campaign: AdminCampaign): Promise<AdminCampaign> {
  await hold('2999-01-01T00:00:00Z');
  await go(await schedule(campaign));
  return await becomes(campaign.id, ({ state }) => state === 'sending');
}
/** Lets issues be sent again. */
async function goOn(id: string): Promise<void> {
  await hold('2026-01-01T00:00:00Z');
  await site.rows('PATCH', `campaigns?id=eq.${id}`, { state: 'paused' });
  await move(await get(id), 'resume');
}
/** Sets how slow the mail server is. */
const slowness = (limits: object) => fetch(`${site.addresses.inbox}/_local/slowness`, { method: 'POST', body: JSON.stringify(limits) });
type Recipient = {
  state: string;
  attempts: number;
  due_at: string;
  subscriber_id: string;
  handed_at: string | null;
  claims: number;
  lease_until: string | null;
};
const recipients = (campaignId: string, query = '', change?: object) =>
  site.rows<Recipient>(change ? 'PATCH' : 'GET', `campaign_recipients?campaign_id=eq.${campaignId}${query}`, change);
const got = async (...all: Reader[]) => (await Promise.all(all.map(({ email }) => site.inbox(email)))).map((mails) => mails.length);
const tasks = async () =>
  (await asked('GET', 'tasks')).json.tasks.map(({ kind, subject }: { kind: string; subject: string }) => [kind, subject]);

const OWNER = 'ola@raizepalavra.test';
/** Returns the owner's new email about this issue, if there is one that was not there before. */
async function told(kind: string, subject: string) {
  type Payload = { kind: string; event: string; items: { subject: string; label: string; detail: string }[] };
  const all = () =>
    site.rows<{ id: string; payload: Payload }>('GET', `outbox?kind=eq.owner_alert&payload->>kind=eq.${kind}&order=created_at`);
  const about = ({ payload }: { payload: Payload }) => payload.items.some((item) => item.subject === subject);
  await site.rows('POST', 'rpc/send_owner_alerts', { p_recipient: OWNER, p_has_channel: false });
  const mail = (await all()).filter(about).find(({ id }) => !heard.has(id));
  if (mail) heard.add(mail.id);
  return mail?.payload;
}
const heard = new Set<string>();

// This test is first, so that the worker has no open connections.
test('a mail server that accepts two connections gets each issue over these two connections, once', async () => {
  await slowness({ connections: 2, mailMs: 50 });
  const all = await readers(8);
  const campaign = await aCampaign('Por duas portas');
  await go(await schedule(campaign));
  expect((await becomes(campaign.id, isSent)).counts).toMatchObject({ total: 8, sent: 8 });
  expect(await got(...all)).toEqual(all.map(() => 1));
});

test('an issue is drafted, previewed, and sent once to each reader in their language, with an unsubscribe link', async () => {
  const [ana] = await readers(1, { source: 'post' });
  const [bob] = await readers(1, { locale: 'en', source: 'import', consent_version: 'Lista da feira' });
  const [pending] = await readers(1, { state: 'pending', confirmed_at: null });
  if (!ana || !bob || !pending) throw new Error('no readers');
  let campaign = await aCampaign('Estrada de terra');
  expect(campaign).toMatchObject({ state: 'draft', subject: 'Estrada de terra', isTested: false, counts: { total: 0 } });
  expect((await done('POST', '', { postId: campaign.postId })).id).toBe(campaign.id);
  const listed = async (post: string) => (await asked('GET', `campaigns?post=${post}`)).json.campaigns.map(({ id }: AdminCampaign) => id);
  expect([await listed(campaign.postId), await listed(campaign.id)]).toEqual([[campaign.id], []]);
  expect(await audience(campaign.postId)).toEqual({
    total: 2,
    byLocale: { 'pt-BR': 1, en: 1 },
    withoutConsent: 0,
    days: 1,
    complained: null,
  });

  const heads = { 'pt-BR': { subject: 'Para você', preheader: 'Um caminho' }, en: { subject: '', preheader: '' } };
  campaign = await done('PUT', `/${campaign.id}`, { revision: campaign.revision, heads, segment: EVERYBODY });
  expect(campaign.subject).toBe('Para você');
  const preview: CampaignPreview = (await asked('POST', `campaigns/${campaign.id}/preview`, { locale: 'pt-BR' })).json;
  expect(preview).toMatchObject({ subject: 'Para você', preheader: 'Um caminho', bytes: Buffer.byteLength(preview.html) });
  expect(preview.text).toContain('Palavras de Estrada de terra.');
  expect(preview.html + preview.text).not.toContain('{{');

  campaign = await done('POST', `/${campaign.id}/test`, { locale: 'pt-BR' });
  expect(campaign.isTested).toBe(true);
  const [tried] = await site.inbox(demoAccounts.admin.email, true);
  expect(tried).toMatchObject({ subject: 'Para você', text: expect.stringContaining('unsubscribe?token=test') });

  campaign = await schedule(campaign);
  expect(campaign.state).toBe('scheduled');
  expect(Date.parse(campaign.sendAt ?? '') - Date.now()).toBeGreaterThan(50_000);
  await go(campaign);
  expect((await becomes(campaign.id, isSent)).counts).toEqual({
    ...{ total: 2, waiting: 0, sent: 2, refused: 0 },
    ...{ left: 0, unknown: 0, bounced: 0, complained: 0 },
  });
  expect(await got(ana, bob, pending)).toEqual([1, 1, 0]);
  const [mail] = await site.inbox(ana.email);
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? '';
  expect(mail?.subject).toBe('Para você');
  for (const words of [mail?.html, mail?.text]) expect(words).toContain('confirmada em 1 de março de 2026 (pela página de um texto).');
  const [toBob] = await site.inbox(bob.email);
  for (const words of [toBob?.html, toBob?.text]) expect(words).toContain('confirmed on March 1, 2026 (imported from another list).');
  expect(header('list-id')).toContain('newsletter.localhost');
  expect(header('precedence')).toBe('bulk');
  expect(header('reply-to')).toContain('ola@raizepalavra.test');
  expect(header('message-id')).toMatch(/^<[0-9a-f]{32}\.[0-9a-f]{32}\.[0-9a-f]{16}@[\w.]+>$/);
  // A correction changes the site only, and the issue is shown as it was sent.
  const { json: post } = await asked('GET', `posts/${campaign.postId}`);
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Corrigido.' }] }] };
  const { revision } = post.drafts['pt-BR'];
  const { json: corrected } = await asked('PUT', `posts/${post.id}/drafts/pt-BR`, { revision, title: 'Asfalto', lead: '', body });
  const drafts = { 'pt-BR': corrected.drafts['pt-BR'].revision, en: corrected.drafts.en.revision };
  expect((await asked('POST', `posts/${post.id}/publication`, { revision: corrected.revision, drafts, at: null })).json.title).toBe(
    'Asfalto',
  );
  const seen: CampaignPreview = (await asked('POST', `campaigns/${campaign.id}/preview`, { locale: 'pt-BR' })).json;
  expect(seen).toMatchObject({ subject: 'Para você', preheader: 'Um caminho', bytes: Buffer.byteLength(seen.html) });
  expect(seen.text).toContain('Palavras de Estrada de terra.');
  expect(seen.html + seen.text).not.toMatch(/Corrigido|\{\{/);
  // There is neither a task nor a second issue: readers get a post once, whichever issue contains it.
  expect(await tasks()).not.toContainEqual(expect.arrayContaining([campaign.id]));
  const second = await done('POST', '', { postId: campaign.postId });
  expect(second.id).not.toBe(campaign.id);
  expect(await refused('POST', `/${second.id}/sending`, { revision: second.revision, at: null })).toEqual([
    400,
    'invalid_input',
    { segment: 'nobody' },
  ]);
  expect((await audience(campaign.postId)).total).toBe(0);

  const oneClick = /<([^>]+)>/.exec(header('list-unsubscribe'))?.[1] ?? '';
  const left = await site.call('POST', new URL(oneClick).pathname + new URL(oneClick).search, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(left.json).toMatchObject({ outcome: 'done' });
  // The visits from the issue stay counted when its post gets another address.
  const moved: AdminPost = (await asked('GET', `posts/${campaign.postId}`)).json;
  const visit = { event: 'view', paths: [`/textos/${moved.slug}`], isVisit: true, source: 'newsletter', campaign: moved.slug };
  await site.call('POST', '/api/visits', { body: visit, headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0' } });
  const names = await site.rows<{ id: number; name: string }>('GET', `visit_names?name=in.(newsletter,${moved.slug})&order=kind.desc`);
  const [source, utmCampaign] = names.map(({ id }) => id);
  const paid = { ebook_id: 'rute', currency: 'BRL', orders: 1, copies: 2, minor: 5_980 };
  for (const day of ['2026-01-01', new Date().toISOString().slice(0, 10)])
    await site.rows('POST', 'sales_by_source', { day, source, campaign: utmCampaign, ...paid });
  await asked('PUT', `posts/${moved.id}`, { revision: moved.revision, kind: moved.kind, slug: `novo-${randomUUID()}`, tags: [] });
  expect((await get(campaign.id)).brought).toEqual({ unsubscribed: 1, visits: 1, orders: 1, revenue: [{ minor: 5_980, currency: 'BRL' }] });
  expect((await asked('DELETE', `campaigns/${second.id}`)).status).toBe(200);
  expect((await asked('GET', 'campaigns?q=para+voce')).json.campaigns).toMatchObject([{ id: campaign.id }]);
});

test('readers who unsubscribe during an issue do not get it, even if they return, and cancelling frees waiting readers', async () => {
  const [left, back, stays, late] = await readers(4);
  if (!left || !back || !stays || !late) throw new Error('no readers');
  const campaign = await prepared(await aCampaign('No meio'));
  await site.rows('PATCH', `newsletter_subscribers?id=eq.${left.id}`, { state: 'unsubscribed', unsubscribed_at: new Date().toISOString() });
  await site.rows('PATCH', `newsletter_subscribers?id=eq.${back.id}`, { generation: 2 });
  await recipients(campaign.id, `&subscriber_id=eq.${late.id}`, { due_at: '2999-01-01T00:00:00Z' });
  const paused = await move(campaign, 'pause');
  expect(paused.state).toBe('paused');
  expect(await refused('POST', `/${campaign.id}/pause`, { revision: paused.revision })).toEqual([409, 'changed_meanwhile', null]);
  await goOn(campaign.id);
  await becomes(campaign.id, ({ counts }) => counts.sent === 1 && counts.left === 2);
  const cancelled = await move(await get(campaign.id), 'cancellation');
  expect(cancelled).toMatchObject({ state: 'cancelled', counts: { total: 4, waiting: 0, sent: 1, left: 2 } });
  expect(await got(left, back, stays, late)).toEqual([0, 0, 1, 0]);
  // The audience counts only current readers.
  expect((await audience(campaign.postId)).total).toBe(1);
  const { json } = await asked('GET', 'audit-log?kind=campaign');
  expect(json.entries.slice(0, 5).map(({ action }: { action: string }) => action)).toEqual([
    'campaign_cancelled',
    'campaign_resumed',
    'campaign_paused',
    'campaign_resumed',
    'campaign_scheduled',
  ]);
});

test('readers whom a dead worker claimed get the issue, but readers in handover get it again only on request', async () => {
  const [claimed, handing] = await readers(2);
  if (!claimed || !handing) throw new Error('no readers');
  const campaign = await prepared(await aCampaign('Interrompida'));
  const over = { lease_until: new Date(Date.now() - 1_000).toISOString(), claims: 1 };
  await recipients(campaign.id, `&subscriber_id=eq.${claimed.id}`, over);
  await recipients(campaign.id, `&subscriber_id=eq.${handing.id}`, { ...over, state: 'handing' });
  await goOn(campaign.id);
  const ended = await becomes(campaign.id, isSent);
  expect(ended.counts).toMatchObject({ sent: 1, unknown: 1 });
  expect(await got(claimed, handing)).toEqual([1, 0]);
  expect(await tasks()).toContainEqual(['campaign_unknown', campaign.id]);
  const alert = await told('campaign_unknown', campaign.id);
  expect(alert?.items).toEqual([{ subject: campaign.id, label: 'Interrompida', detail: '1' }]);
  await move(ended, 'unknown');
  expect((await becomes(campaign.id, isSent)).counts).toMatchObject({ sent: 2, unknown: 0 });
  expect(await got(claimed, handing)).toEqual([1, 1]);
  // The owner made this decision, so no email reports it.
  expect(await told('campaign_unknown', campaign.id)).toBeUndefined();
});

test('the owner can leave an issue that may have arrived: the issue counts as sent and needs no more decisions', async () => {
  const [sure, unsure] = await readers(2);
  if (!sure || !unsure) throw new Error('no readers');
  const campaign = await prepared(await aCampaign('Deixada'));
  const over = { lease_until: new Date(Date.now() - 1_000).toISOString(), claims: 1 };
  await recipients(campaign.id, `&subscriber_id=eq.${unsure.id}`, { ...over, state: 'handing' });
  await goOn(campaign.id);
  const ended = await becomes(campaign.id, isSent);
  expect(ended.counts).toMatchObject({ sent: 1, unknown: 1 });
  const settled = await move(ended, 'settlement');
  expect(settled).toMatchObject({ state: 'sent', endedAt: ended.endedAt, counts: { sent: 2, unknown: 0 } });
  expect(await tasks()).not.toContainEqual(['campaign_unknown', campaign.id]);
  expect(await got(sure, unsure)).toEqual([1, 0]);
  expect(await refused('POST', `/${campaign.id}/settlement`, { revision: settled.revision })).toEqual([409, 'changed_meanwhile', null]);
  expect((await asked('GET', 'audit-log?kind=campaign')).json.entries[0].action).toBe('campaign_settled');
});

test('if a silent mail server stops an issue, the issue shows the reason and the owner gets one email', async () => {
  await readers(2);
  const campaign = await prepared(await aCampaign('Sem resposta'));
  await site.rows('PATCH', `campaigns?id=eq.${campaign.id}`, { failures: 4, rests: 3 });
  const error = 'connect ECONNREFUSED 127.0.0.1:25';
  await site.rows('POST', 'rpc/note_campaign_failure', { p_campaign_id: campaign.id, p_error: error, p_by: 'silence' });
  expect(await get(campaign.id)).toMatchObject({ state: 'stopped', stoppedBy: 'silence', reason: error });
  const task = async () => (await asked('GET', 'tasks')).json.tasks.find(({ subject }: { subject: string }) => subject === campaign.id);
  expect(await task()).toMatchObject({ kind: 'campaign_stopped', detail: 'silence' });
  expect((await told('campaign_stopped', campaign.id))?.items).toContainEqual({
    subject: campaign.id,
    label: 'Sem resposta',
    detail: 'silence',
  });
  const mails = await site.until(
    () => site.inbox(OWNER),
    (all) => all.some(({ subject }) => subject === 'Uma carta aos leitores parou'),
  );
  const mail = mails.find(({ subject }) => subject === 'Uma carta aos leitores parou');
  expect(mail?.text).toContain('O servidor de e-mail não respondeu');
  expect(mail?.links.some((link) => link.endsWith(`/dashboard/campaigns/${campaign.id}`))).toBe(true);
  expect(await told('campaign_stopped', campaign.id)).toBeUndefined();
  await asked('PUT', 'task-snoozes', { kind: 'campaign_stopped', subject: campaign.id, until: 'tomorrow' });
  expect((await task()).snoozedUntil).not.toBeNull();
  await move(await get(campaign.id), 'cancellation');
  expect(await told('campaign_stopped', campaign.id)).toBeUndefined();
  await hold('2026-01-01T00:00:00Z');
});

test('a full mailbox is retried later, a missing one never, and ten missing ones stop the issue', async () => {
  const [full, gone, well] = await readers(3);
  if (!full || !gone || !well) throw new Error('no readers');
  await site.refuseMail({ to: full.email, code: 452 });
  await site.refuseMail({ to: gone.email, code: 550, says: '5.1.1 User unknown' });
  const campaign = await aCampaign('Recusada');
  await go(await schedule(campaign));
  await becomes(campaign.id, ({ counts }) => counts.sent === 1 && counts.refused === 1);
  const [waiting] = await recipients(campaign.id, '&state=eq.waiting');
  await site.until(
    async () => (await recipients(campaign.id, '&state=eq.waiting'))[0],
    (row) => row?.attempts === 1,
  );
  expect(waiting?.subscriber_id).toBe(full.id);
  const [later] = await recipients(campaign.id, '&state=eq.waiting');
  expect(Date.parse(later?.due_at ?? '') - Date.now()).toBeGreaterThan(14 * 60_000);
  expect(await site.rows('GET', `newsletter_subscribers?id=eq.${gone.id}&select=state`)).toEqual([{ state: 'bounced' }]);
  expect((await get(campaign.id)).state).toBe('sending');
  await site.refuseMail();
  await recipients(campaign.id, '&state=eq.waiting', { due_at: '2026-01-01T00:00:00Z' });
  await becomes(campaign.id, isSent);

  const many = await readers(12);
  for (const { email } of many) await site.refuseMail({ to: email, code: 550 });
  const storm = await aCampaign('Ninguém recebe');
  await go(await schedule(storm));
  const stopped = await becomes(storm.id, ({ state }) => state === 'stopped');
  expect(stopped.reason).toContain('is refused on this machine');
  expect(stopped.counts.refused).toBeGreaterThanOrEqual(10);
  expect(await tasks()).toContainEqual(['campaign_stopped', storm.id]);
});

test('complaints of three readers and 0.3 % stop an issue, and are counted again when it continues', async () => {
  await readers(5);
  const campaign = await prepared(await aCampaign('Demais'));
  const sent = { state: 'sent', done_at: new Date().toISOString() };
  const [waits, ...some] = await recipients(campaign.id);
  await recipients(campaign.id, `&subscriber_id=neq.${waits?.subscriber_id}`, sent);
  const complain = async (...who: { subscriber_id: string }[]) => {
    for (const { subscriber_id } of who)
      await site.rows('POST', 'rpc/note_campaign_complaint', { p_campaign_id: campaign.id, p_subscriber_id: subscriber_id });
    return (await get(campaign.id)).state;
  };
  expect(await complain(...some.slice(0, 2))).toBe('sending');
  expect(await complain(...some.slice(2, 3))).toBe('stopped');
  const stopped = await get(campaign.id);
  expect(stopped).toMatchObject({ reason: 'complaints', counts: { complained: 3, sent: 1, waiting: 1 } });
  const task = (await asked('GET', 'tasks')).json.tasks.find(({ subject }: { subject: string }) => subject === campaign.id);
  expect(task).toMatchObject({ kind: 'campaign_stopped', detail: 'complaints' });

  await move(stopped, 'resume');
  const more = (await readers(1_000)).map(({ id }) => ({
    campaign_id: campaign.id,
    subscriber_id: id,
    post_id: campaign.postId,
    locale: 'pt-BR',
  }));
  await site.rows(
    'POST',
    'campaign_recipients',
    more.map((row) => ({ ...row, generation: 1, ...sent })),
  );
  // 0.298 %
  expect(await complain(...more.slice(0, 3))).toBe('sending');
  expect(await complain(...more.slice(3, 4))).toBe('stopped');
  await move(await get(campaign.id), 'cancellation');
  await hold('2026-01-01T00:00:00Z');
});

const statesOf = async (all: readonly Reader[]) =>
  (await site.rows<{ state: string }>('GET', `newsletter_subscribers?id=in.(${all.map(({ id }) => id).join()})&select=state`)).map(
    ({ state }) => state,
  );
const after = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
/** Returns the only reader of this issue once the condition is true. */
async function theReader(id: string, isSo: (reader: Recipient) => boolean, ms = 25_000): Promise<Recipient> {
  const [reader] = await site.until(
    () => recipients(id),
    ([first]) => first !== undefined && isSo(first),
    ms,
  );
  return reader as Recipient;
}

test.each([
  ['them without naming a recipient', 550, 'bounced', '5.1.1 User unknown'],
  ['them without a known reason', 550, 'confirmed', 'no'],
])(
  'an issue stops at the tenth rejection and holds the remaining readers: the mail server rejects %s',
  async (_whom, code, state, says) => {
    const all = await readers(14);
    for (const { email } of all) await site.refuseMail({ to: email, code, says });
    const campaign = await aCampaign(`Recusada com ${says}`);
    await go(await schedule(campaign));
    const stopped = await becomes(campaign.id, ({ state }) => state === 'stopped');
    expect(stopped.counts).toMatchObject({ refused: 10, waiting: 4 });
    expect((await statesOf(all)).filter((one) => one === state)).toHaveLength(state === 'bounced' ? 10 : 14);
    // A rejection that another process reports at this moment does not count either.
    const [waiting] = await recipients(campaign.id, '&state=eq.waiting');
    await recipients(campaign.id, `&subscriber_id=eq.${waiting?.subscriber_id}`, { claims: 7, lease_until: after(1) });
    const claim = { p_campaign_id: campaign.id, p_subscriber_id: waiting?.subscriber_id, p_claims: 7 };
    await site.rows('POST', 'rpc/refuse_campaign', { ...claim, p_error: '550 no', p_is_recipient: true });
    expect((await get(campaign.id)).counts).toMatchObject({ refused: 10, waiting: 4 });

    await site.refuseMail();
    await move(await get(campaign.id), 'resume');
    const ended = await becomes(campaign.id, isSent);
    expect(ended.counts).toMatchObject(state === 'bounced' ? { refused: 10, sent: 4 } : { refused: 0, sent: 14 });
  },
);

test('if the mail server rejects the sender, a reader waits, as after a temporary refusal', async () => {
  const [ana] = (await readers(1)) as [Reader];
  await site.refuseMail({ to: ana.email, code: 550, at: 'mail', says: '5.4.5 Daily user sending limit exceeded' });
  const campaign = await aCampaign('Sem mais hoje');
  await go(await schedule(campaign));
  await theReader(campaign.id, ({ attempts, state }) => attempts === 1 && state === 'waiting');
  expect((await get(campaign.id)).counts).toMatchObject({ refused: 0, waiting: 1 });
  expect(await statesOf([ana])).toEqual(['confirmed']);
  await site.refuseMail();
  await recipients(campaign.id, '', { due_at: after(-1) });
  expect((await becomes(campaign.id, isSent)).counts).toMatchObject({ sent: 1 });
});

test('a reader whose mailbox rejected three issues, for any reason, gets no more issues', async () => {
  const [ana] = (await readers(1)) as [Reader];
  const before = { state: 'refused', done_at: after(-60), generation: 1, locale: 'pt-BR', subscriber_id: ana.id };
  for (const title of ['Primeira', 'Segunda']) {
    const { id: campaign_id, postId: post_id } = await aCampaign(title);
    await site.rows('POST', 'campaign_recipients', [{ ...before, campaign_id, post_id }]);
  }
  await site.refuseMail({ to: ana.email, code: 452 });
  const campaign = await prepared(await aCampaign('Terceira'));
  await recipients(campaign.id, '', { attempts: 3 });
  await goOn(campaign.id);
  await theReader(campaign.id, ({ attempts }) => attempts === 4);
  expect([await statesOf([ana]), (await get(campaign.id)).state]).toEqual([['confirmed'], 'sending']);
  // The fifth try is the last.
  await recipients(campaign.id, '', { due_at: after(-1) });
  expect((await becomes(campaign.id, isSent)).counts).toMatchObject({ refused: 1 });
  expect(await statesOf([ana])).toEqual(['bounced']);
  const [subscriber] = (await asked('GET', `subscribers?q=${ana.email}`)).json.subscribers;
  expect(subscriber.reason).toBe('bounces');
});

test('five failures in a row pause an issue, and the next failure after three pauses stops it', async () => {
  for (const { email } of await readers(5)) await site.refuseMail({ to: email, code: 451 });
  const campaign = await aCampaign('Ocupado');
  await go(await schedule(campaign));
  const resting = await becomes(campaign.id, ({ waits }) => waits?.for === 'server');
  expect(resting).toMatchObject({ state: 'sending', counts: { waiting: 5 } });
  expect(Date.parse(resting.waits?.until ?? '') - Date.now()).toBeGreaterThan(4 * 60_000);
  await site.rows('PATCH', `campaigns?id=eq.${campaign.id}`, { rests: 3, failures: 4, rest_until: null });
  expect((await get(campaign.id)).waits).toMatchObject({ for: 'reader' });
  await recipients(campaign.id, '', { due_at: after(-1) });
  const stopped = await becomes(campaign.id, ({ state }) => state === 'stopped');
  expect(stopped).toMatchObject({ reason: expect.stringContaining('refused on this machine'), waits: null });
});

test('a day has a limit of emails, and the next day allows twice the busiest day before', async () => {
  const [today] = await site.rows<string>('POST', 'rpc/site_day', {}).then((day) => [day].flat());
  const dayBefore = new Date(Date.parse(`${today}`) - 86_400_000).toISOString().slice(0, 10);
  const all = await readers(4);
  await site.rows('POST', 'campaign_days', [{ day: today, handed: 498 }]);
  const campaign = await aCampaign('Aos poucos');
  expect(campaign.pace).toMatchObject({ perDay: 500, today: 2 });
  expect((await audience(campaign.postId)).days).toBe(2);
  await go(await schedule(campaign));
  const full = await becomes(campaign.id, ({ counts }) => counts.sent === 2);
  expect(full).toMatchObject({ state: 'sending', pace: { today: 0 }, waits: { for: 'day' } });
  const until = Date.parse(full.waits?.until ?? '');
  expect([until > Date.now(), until < Date.now() + 86_400_000, new Date(until).getUTCMinutes()]).toEqual([true, true, 0]);
  expect((await got(...all)).filter((count) => count === 1)).toHaveLength(2);
  await site.rows('POST', 'campaign_days', [{ day: dayBefore, handed: 251 }]);
  expect((await becomes(campaign.id, isSent)).counts.sent).toBe(4);
  expect((await get(campaign.id)).pace).toMatchObject({ perDay: 502, today: 0 });
});

test('a mail server that closes with 421 instead of accepting the issue leaves the reader waiting', async () => {
  const [ana] = (await readers(1)) as [Reader];
  await site.refuseMail({ to: ana.email, code: 421, at: 'mail', times: 1 });
  const campaign = await aCampaign('Adeus');
  await go(await schedule(campaign));
  const later = await theReader(campaign.id, ({ attempts }) => attempts === 1);
  expect(later).toMatchObject({ state: 'waiting', handed_at: null });
  expect((await get(campaign.id)).waits).toEqual({ for: 'reader', until: new Date(later.due_at).toISOString() });
  await recipients(campaign.id, '', { due_at: after(-1) });
  expect((await becomes(campaign.id, isSent)).counts).toMatchObject({ sent: 1, unknown: 0 });
  expect(await got(ana)).toEqual([1]);
});

test('a reader for whom the mail server falls silent gets a late retry', { timeout: 90_000 }, async () => {
  const [ana] = (await readers(1)) as [Reader];
  const campaign = await aCampaign('Silêncio');
  await slowness({ recipientMs: 600_000 });
  await go(await schedule(campaign));
  const later = await theReader(campaign.id, ({ attempts }) => attempts === 1, 60_000);
  expect(later.state).toBe('waiting');
  expect(Date.parse(later.due_at) - Date.now()).toBeGreaterThan(13 * 60_000);
  await slowness({});
  await recipients(campaign.id, '', { due_at: after(-1) });
  await becomes(campaign.id, isSent);
  expect(await got(ana)).toEqual([1]);
});

test('an issue cancelled during its handover either arrives or leaves the reader free for another one', async () => {
  const [ana] = (await readers(1)) as [Reader];
  const cancelWhile = async (title: string, slow: object, isSo: (reader: Recipient) => boolean) => {
    const campaign = await aCampaign(title);
    await slowness(slow);
    await go(await schedule(campaign));
    await theReader(campaign.id, isSo);
    await move(await get(campaign.id), 'cancellation');
    return campaign;
  };
  const late = await cancelWhile('Tarde demais', { mailMs: 3_000 }, ({ state }) => state === 'handing');
  await becomes(late.id, ({ counts }) => counts.sent === 1);
  expect((await audience(late.postId)).total).toBe(0);
  const early = await cancelWhile('A tempo', { recipientMs: 3_000 }, ({ claims }) => claims === 1);
  await site.until(
    () => audience(early.postId),
    ({ total }) => total === 1,
    10_000,
  );
  await slowness({});
  expect(await got(ana)).toEqual([1]);
  // The mail server postpones the email after the issue was cancelled.
  const { id, postId } = await prepared(await aCampaign('Depois'));
  await recipients(id, '', { state: 'handing', claims: 3, lease_until: after(1) });
  await move(await get(id), 'cancellation');
  await site.rows('POST', 'rpc/defer_campaign', { p_campaign_id: id, p_subscriber_id: ana.id, p_claims: 3, p_error: '452 full' });
  expect((await audience(postId)).total).toBe(1);
  await hold('2026-01-01T00:00:00Z');
});

test('a broken connection counts as a try for its reader, and a failed connection does not', async () => {
  const [ana] = (await readers(1)) as [Reader];
  const campaign = await prepared(await aCampaign('Sem linha'));
  const lose = async (facts: object) => {
    await recipients(campaign.id, '', { claims: 2, lease_until: after(1) });
    const claim = { p_campaign_id: campaign.id, p_subscriber_id: ana.id, p_claims: 2 };
    await site.rows('POST', 'rpc/interrupt_campaign', { ...claim, p_error: 'gone', ...facts });
    const [reader] = await recipients(campaign.id);
    return [reader?.state, reader?.attempts, Date.parse(reader?.due_at ?? '') > Date.now()];
  };
  expect(await lose({ p_was_tried: false })).toEqual(['waiting', 0, false]);
  expect(await lose({})).toEqual(['waiting', 1, true]);
  await move(await get(campaign.id), 'cancellation');
  await hold('2026-01-01T00:00:00Z');
});

test('a slow mail server keeps its reader claimed, and only the worker in handover can extend the claim', async () => {
  const [ana] = (await readers(1)) as [Reader];
  const campaign = await prepared(await aCampaign('Devagar'));
  const keep = async (claims: number): Promise<boolean> => {
    const nearly = new Date(Date.now() + 2_000).toISOString();
    await recipients(campaign.id, '', { lease_until: nearly });
    await site.rows('POST', 'rpc/keep_campaign', { p_campaign_id: campaign.id, p_subscriber_id: ana.id, p_claims: claims });
    const [reader] = await recipients(campaign.id);
    return Date.parse(reader?.lease_until ?? '') > Date.now() + 60_000;
  };
  await recipients(campaign.id, '', { state: 'handing', claims: 4 });
  expect(await keep(3)).toBe(false);
  expect(await keep(4)).toBe(true);
  await recipients(campaign.id, '', { state: 'waiting' });
  expect(await keep(4)).toBe(false);
  await move(await get(campaign.id), 'cancellation');
  await hold('2026-01-01T00:00:00Z');
});

test("a test issue that the mail server rejects shows the server's words", async () => {
  const campaign = await aCampaign('Prova');
  await site.refuseMail({ to: demoAccounts.admin.email, code: 554 });
  const { status, json } = await asked('POST', `campaigns/${campaign.id}/test`, { locale: 'pt-BR' });
  expect([status, json.error]).toEqual([
    503,
    expect.objectContaining({ code: 'mail_not_taken', reason: expect.stringContaining('refused on this machine') }),
  ]);
  expect((await get(campaign.id)).isTested).toBe(false);
  await site.refuseMail();
  await slowness({ recipientMs: 600_000 });
  expect((await asked('POST', `campaigns/${campaign.id}/test`, { locale: 'pt-BR' })).json.error).toMatchObject({
    code: 'mail_not_taken',
    reason: 'no answer in 8 seconds',
  });
});

test('complaints about a finished issue become a task and are shown before the next issue', async () => {
  const all = await readers(4);
  const campaign = await aCampaign('Passou');
  await go(await schedule(campaign));
  await becomes(campaign.id, isSent);
  await site.rows('PATCH', `newsletter_subscribers?id=eq.${all[3]?.id}`, { generation: 2 });
  const complain = async (who: Reader | undefined) =>
    await site.rows('POST', 'rpc/note_campaign_complaint', { p_campaign_id: campaign.id, p_subscriber_id: who?.id });
  for (const who of all.slice(2)) await complain(who);
  expect((await statesOf(all.slice(2))).toSorted()).toEqual(['confirmed', 'unsubscribed']);
  expect(await tasks()).not.toContainEqual(['campaign_complained', campaign.id]);
  await complain(all[1]);
  const task = (await asked('GET', 'tasks')).json.tasks.find(({ subject }: { subject: string }) => subject === campaign.id);
  expect(task).toMatchObject({ kind: 'campaign_complained', label: 'Passou', detail: '3' });
  expect((await audience((await aPost('Próxima')).id)).complained).toEqual({ subject: 'Passou', complaints: 3, got: 4 });
  expect((await asked('PUT', 'task-snoozes', { kind: 'campaign_complained', subject: campaign.id, until: 'tomorrow' })).status).toBe(200);
});

test('questions to imported addresses share the daily limit with issues, and no other email waits for them', async () => {
  const [today] = await site.rows<string>('POST', 'rpc/site_day', {}).then((day) => [day].flat());
  await site.rows('POST', 'campaign_days', [{ day: today, handed: 500 }]);
  const asks = await readers(12, { state: 'pending', confirmed_at: null, source: 'import' });
  const mailOf = (kind: string, { id, email }: Reader, payload: object) => ({
    ...{ key: `${kind}:${id}`, kind, recipient: email, locale: 'pt-BR', due_at: after(-60), payload },
  });
  const ask = (reader: Reader) =>
    mailOf('newsletter_moved', reader, { subscriber_id: reader.id, generation: 1, asked_at: after(-60), origin: 'Lista da feira' });
  await site.rows('POST', 'outbox', asks.map(ask));
  const other = { id: randomUUID(), email: `${randomUUID()}@leitores.test` };
  await site.rows('POST', 'outbox', [{ ...mailOf('test_email', other, {}), due_at: after(-1) }]);
  expect(await site.inbox(other.email, true)).toHaveLength(1);
  expect(await got(...asks)).toEqual(asks.map(() => 0));
  expect((await asked('GET', 'tasks')).json.tasks).not.toContainEqual(expect.objectContaining({ kind: 'stuck_mail' }));

  await site.rows('PATCH', `campaign_days?day=eq.${today}`, { handed: 497 });
  const handed = async () => (await site.rows<{ handed: number }>('GET', `campaign_days?day=eq.${today}`))[0]?.handed;
  await site.until(handed, (count) => count === 500, 25_000);
  expect((await got(...asks)).filter((count) => count === 1)).toHaveLength(3);
  const [sent] = await site.rows<{ payload: { asked_at: string } }>('GET', 'outbox?kind=eq.newsletter_moved&sent_at=not.is.null');
  expect(Date.now() - Date.parse(sent?.payload.asked_at ?? '')).toBeLessThan(60_000);
  await site.rows('DELETE', 'outbox?kind=eq.newsletter_moved');
});

describe('a scheduled issue', () => {
  test('a scheduled issue can be undone, and waits for the owner if it is long overdue or its post is missing', async () => {
    const [ana] = await readers(1);
    let campaign = await schedule(await aCampaign('Amanhã'), new Date(Date.now() + 86_400_000).toISOString());
    expect(
      await refused('PUT', `/${campaign.id}`, { revision: campaign.revision, heads: campaign.heads, segment: campaign.segment }),
    ).not.toEqual([]);
    campaign = await move(campaign, 'undo');
    expect(campaign).toMatchObject({ state: 'draft', sendAt: null });
    expect(await refused('POST', `/${campaign.id}/sending`, { revision: campaign.revision, at: '2026-01-01T00:00:00Z' })).toEqual([
      400,
      'invalid_input',
      { at: 'in_past' },
    ]);
    await go(await schedule(campaign), { send_at: new Date(Date.now() - 7 * 3_600_000).toISOString() });
    campaign = await becomes(campaign.id, ({ state }) => state === 'late');
    expect(await tasks()).toContainEqual(['campaign_late', campaign.id]);
    expect((await schedule(campaign)).state).toBe('scheduled');
    const post = (await asked('GET', `posts/${campaign.postId}`)).json;
    await asked('POST', `posts/${post.id}/withdrawal`, { revision: post.revision });
    await go(campaign);
    await becomes(campaign.id, ({ state }) => state === 'late');
    expect(await got(ana as Reader)).toEqual([0]);

    const unwritten = await aCampaign('Rascunho', { publish: false });
    expect(await refused('POST', `/${unwritten.id}/sending`, { revision: unwritten.revision, at: null })).toEqual([
      400,
      'invalid_input',
      { at: 'not_published' },
    ]);
  });

  test('sending an issue to many readers needs a test email, and to even more readers also a recent sign-in', async () => {
    await readers(60);
    let campaign = await aCampaign('Para muitos');
    const send = () => refused('POST', `/${campaign.id}/sending`, { revision: campaign.revision, at: null });
    expect(await send()).toEqual([400, 'invalid_input', { test: 'required' }]);
    campaign = await done('POST', `/${campaign.id}/test`, { locale: 'en' });
    const heads = { ...campaign.heads, en: { subject: 'Other words', preheader: '' } };
    campaign = await done('PUT', `/${campaign.id}`, { revision: campaign.revision, heads, segment: EVERYBODY });
    expect(campaign.isTested).toBe(false);
    campaign = await done('POST', `/${campaign.id}/test`, { locale: 'en' });
    await readers(50);
    const { uid, email } = demoAccounts.team;
    await site.rows('PATCH', `team?uid=eq.${uid}`, { role: 'editor' });
    const stale = await site.tokenOf({ uid, email }, { auth_time: Math.floor(Date.now() / 1_000) - 3_600 });
    expect((await refused('POST', `/${campaign.id}/sending`, { revision: campaign.revision, at: null }, stale))[1]).toBe(
      'step_up_required',
    );
    campaign = await schedule(campaign, null, await site.signIn('team'));
    const told = await site.rows<{ recipient: string; payload: object }>('GET', `outbox?key=like.campaign_scheduled:${campaign.id}:*`);
    expect(told).toMatchObject([{ recipient: demoAccounts.admin.email, payload: { by: email, readers: 110 } }]);
    await move(campaign, 'undo');
    expect(await site.rows('GET', `outbox?key=like.campaign_scheduled:${campaign.id}:*`)).toEqual([]);
    await site.rows('PATCH', `team?uid=eq.${uid}`, { role: 'owner' });
  });
});

describe('an issue that starts', () => {
  const begins = async (campaign: AdminCampaign) => {
    await go(campaign);
    return await becomes(campaign.id, ({ state }) => state === 'late' || state === 'sending' || state === 'sent');
  };
  const correct = async (postId: string) => {
    const { json: post } = await asked('GET', `posts/${postId}`);
    const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: `Outro ${randomUUID()}.` }] }] };
    const { revision, title } = post.drafts['pt-BR'];
    const { json: corrected } = await asked('PUT', `posts/${postId}/drafts/pt-BR`, { revision, title, lead: '', body });
    const drafts = { 'pt-BR': corrected.drafts['pt-BR'].revision, en: corrected.drafts.en.revision };
    expect((await asked('POST', `posts/${postId}/publication`, { revision: corrected.revision, drafts, at: null })).status).toBe(200);
  };

  test('an issue to many readers with a post corrected since its test waits for another test', async () => {
    await hold('2999-01-01T00:00:00Z');
    await readers(50);
    let campaign = await schedule(await aCampaign('Corrigida a tempo'));
    await correct(campaign.postId);
    expect((await begins(campaign)).state, 'to few').toBe('sending');

    await readers(1);
    campaign = await aCampaign('Corrigida depois');
    campaign = await schedule(await done('POST', `/${campaign.id}/test`, { locale: 'pt-BR' }));
    await correct(campaign.postId);
    campaign = await begins(campaign);
    expect(campaign).toMatchObject({ state: 'late', delayedBy: 'changed', isTested: false });
    expect(await tasks()).toContainEqual(['campaign_late', campaign.id]);
    expect((await told('campaign_late', campaign.id))?.items).toContainEqual({
      ...{ subject: campaign.id, label: 'Corrigida depois', detail: 'changed' },
    });
    expect(await refused('POST', `/${campaign.id}/sending`, { revision: campaign.revision, at: null })).toEqual([
      400,
      'invalid_input',
      { test: 'required' },
    ]);
    campaign = await schedule(await done('POST', `/${campaign.id}/test`, { locale: 'pt-BR' }));
    expect((await begins(campaign)).state).toBe('sending');
    await hold('2026-01-01T00:00:00Z');
  });

  test('an issue whose list grew past a limit since it was approved waits, whatever made the list grow', async () => {
    await hold('2999-01-01T00:00:00Z');
    await readers(30);
    const untested = await schedule(await aCampaign('Sem teste'));
    await readers(30, { source: 'import', consent_version: 'Lista da feira' });
    expect(await begins(untested)).toMatchObject({ state: 'late', delayedBy: 'grown' });

    let campaign = await aCampaign('Para mais gente');
    campaign = await schedule(await done('POST', `/${campaign.id}/test`, { locale: 'pt-BR' }));
    await readers(40);
    expect((await begins(campaign)).state, 'no limit in between').toBe('sending');

    campaign = await aCampaign('Para muito mais gente');
    campaign = await done('POST', `/${campaign.id}/test`, { locale: 'pt-BR' });
    campaign = await schedule(campaign);
    await readers(1);
    campaign = await begins(campaign);
    expect(campaign).toMatchObject({ state: 'late', delayedBy: 'grown' });
    expect((await begins(await schedule(campaign, null, await site.signIn('admin')))).state, 'agreed to once more').toBe('sending');
    await hold('2026-01-01T00:00:00Z');
  });

  test('an issue keeps the site name that was current when its sending began', async () => {
    await readers(1);
    const campaign = await aCampaign('Estrada de pedra');
    await begins(await schedule(campaign));
    const { json: post } = await asked('GET', `posts/${campaign.postId}`);
    const { revision, body } = post.drafts['pt-BR'];
    await asked('PUT', `posts/${post.id}/drafts/pt-BR`, { revision, title: 'Outro nome', lead: '', body });
    const sent = await becomes(campaign.id, isSent);
    expect([sent.subject, sent.post.title]).toEqual(['Estrada de pedra', 'Outro nome']);
  });

  test('an issue keeps the covers and episode pictures that it shows', async () => {
    await readers(1);
    const own = randomUUID().replaceAll('-', '').slice(0, 12);
    const [episode] = await site.rows<{ id: string }>('GET', 'episodes?select=id&removed_at=is.null&limit=1');
    await site.rows('PATCH', `episodes?id=eq.${episode?.id}`, { own_picture_version: own, own_picture_color: '#1f4f8b' });
    const cover_version = randomUUID().replaceAll('-', '').slice(0, 12);
    await site.rows('PATCH', 'ebooks_metadata?id=eq.rute', { cover_version, cover_color: '#1f4f8b' });
    const { json: begun } = await asked('POST', 'posts', { kind: 'text' });
    const body = {
      type: 'doc',
      content: [
        { type: 'ebook', attrs: { id: 'rute' } },
        { type: 'episode', attrs: { id: episode?.id } },
      ],
    };
    const { json: post } = await asked('PUT', `posts/${begun.id}/drafts/pt-BR`, { revision: 1, title: 'Com capa', lead: '', body });
    const drafts = { 'pt-BR': post.drafts['pt-BR'].revision, en: post.drafts.en.revision };
    await asked('POST', `posts/${post.id}/publication`, { revision: post.revision, drafts, at: null });
    const campaign = await done('POST', '', { postId: post.id });
    await begins(await schedule(campaign));
    await becomes(campaign.id, isSent);
    const [shown, seen] = [`covers/rute.${cover_version}`, `thumbnails/${episode?.id}.${own}`];
    const replaced = [
      ...[shown, `covers/rute.${'0'.repeat(12)}`].map((key) => ({ key, kind: 'cover' })),
      ...[seen, `thumbnails/${episode?.id}.${'0'.repeat(12)}`].map((key) => ({ key, kind: 'picture' })),
    ];
    await site.rows(
      'POST',
      'unused_files',
      replaced.map((file) => ({ ...file, remove_after: '2026-01-01T00:00:00Z' })),
    );
    await site.rows('POST', 'rpc/claim_unused_files', { p_limit: 100 });
    const staying = await site.rows('GET', 'unused_files?kind=in.(cover,picture)&is_going=is.false&select=key&order=key');
    expect(staying).toEqual([{ key: shown }, { key: seen }]);
    await site.rows('DELETE', 'unused_files?kind=in.(cover,picture)');
    await site.rows('PATCH', `episodes?id=eq.${episode?.id}`, { own_picture_version: null, own_picture_color: null });
    await site.rows('PATCH', 'ebooks_metadata?id=eq.rute', { cover_version: null, cover_color: null });
  });
});

test('imported readers who unsubscribed, bounced or signed up here before the question is sent are not asked', async () => {
  const all = await readers(5, { state: 'pending', confirmed_at: null, source: 'import', consent_version: 'Lista da feira' });
  const [left, bounced, own, gone, still] = all;
  if (!left || !bounced || !own || !gone || !still) throw new Error('no readers');
  const due_at = new Date(Date.now() + 86_400_000).toISOString();
  await site.rows(
    'POST',
    'outbox',
    all.map(({ id, email }) => ({
      ...{ key: `newsletter_moved:${id}`, kind: 'newsletter_moved', recipient: email, locale: 'pt-BR', due_at },
      payload: { subscriber_id: id, generation: 1, asked_at: due_at, origin: 'Lista da feira' },
    })),
  );
  const now = new Date().toISOString();
  await site.rows('PATCH', `newsletter_subscribers?id=eq.${left.id}`, { state: 'unsubscribed', unsubscribed_at: now });
  await site.rows('PATCH', `newsletter_subscribers?id=eq.${bounced.id}`, { state: 'bounced', bounced_at: now });
  const words = { email: own.email, locale: 'pt-BR', source: 'footer', consentVersion: CONSENT_VERSION };
  await site.call('POST', '/api/newsletter', { body: { ...words, website: '', openForMs: 9_000 } });
  await site.rows('DELETE', `newsletter_subscribers?id=eq.${gone.id}`);
  const asks = () => site.rows('GET', 'outbox?kind=eq.newsletter_moved&select=recipient');
  await site.until(asks, (rows) => rows.length === 1);
  expect(await asks()).toEqual([{ recipient: still.email }]);
  await site.rows('DELETE', 'outbox?kind=eq.newsletter_moved');
});

describe('an issue to more than a thousand readers', () => {
  const DOMAIN = 'cartas.livros.example.org';
  /** The DNS records, or null while no name server can be reached. */
  let records: Record<string, string> | null = {};
  let app: ReturnType<typeof anApp>;
  let campaign: AdminCampaign;

  beforeAll(async () => {
    const { email } = demoAccounts.admin;
    const signedIn = { uid: 'a', email, emailVerified: true, name: null, photoUrl: null, role: 'admin', signedInWith: 'password' } as const;
    const caller: Caller = { ...signedIn, permissions: ['content', 'send'], signedInAt: Date.now(), issuedAt: Date.now() };
    app = anApp({
      env: readEnv({ ...site.internal.variables, MAIL_FROM: `Ana <ana@${DOMAIN}>` }),
      data: createData(site.addresses.data, site.internal.dataSecretKey),
      authenticator: { authenticate: async () => caller, hasKeys: () => true, warmUp: async () => undefined },
      sessions: { check: async () => ({ teamRole: 'owner' }), forget: () => undefined },
      names: {
        listTexts: async (name) => {
          if (records === null) throw new NoAnswer(name);
          const found = records[name];
          const isAbove = Object.keys(records).some((known) => known.endsWith(`.${name}`));
          return found === undefined ? (isAbove ? [] : null) : [found];
        },
        listMailServers: async () => [],
      },
    });
    campaign = await aCampaign('A mil e um');
    campaign = await done('POST', `/${campaign.id}/test`, { locale: 'pt-BR' });
  });
  beforeEach(() => site.rows('DELETE', 'doctor_runs?service=eq.sender'));

  async function send() {
    const { revision } = await get(campaign.id);
    const body = JSON.stringify({ revision, at: null });
    const headers = { 'content-type': 'application/json' };
    const answer = await app.request(`/api/admin/campaigns/${campaign.id}/sending`, { method: 'POST', headers, body });
    if (answer.status === 200) await move(await get(campaign.id), 'undo');
    return [answer.status, (await answer.json()).error?.fields ?? null];
  }
  const sender = async (method = 'GET') => {
    const answer = await app.request('/api/admin/sender-domain', { method }, { incoming: { socket: { remoteAddress: '127.0.0.1' } } });
    expect(answer.status, method).toBe(200);
    const { checkedAt, ...found } = await answer.json();
    expect(Date.parse(checkedAt)).toBeGreaterThan(Date.now() - 60_000);
    return found;
  };
  const refusedFor = [400, { sender: 'not_deliverable' }];

  test('an issue to more than a thousand readers needs DNS records with which mailboxes can check its domain', async () => {
    await readers(1_001);
    records = {};
    expect(await send()).toEqual(refusedFor);
    expect(await sender()).toEqual({ domain: DOMAIN, state: 'wrong', missing: ['spf_or_dkim', 'dmarc'] });
    records = { [DOMAIN]: 'v=spf1 include:mail.example.org -all' };
    expect(await sender(), 'as it was found last').toMatchObject({ missing: ['spf_or_dkim', 'dmarc'] });
    expect(await send()).toEqual(refusedFor);
    expect(await sender()).toMatchObject({ state: 'wrong', missing: ['dmarc'] });
    // The records of the parent domain apply too.
    records = { 's1._domainkey.livros.example.org': 'v=DKIM1; p=x', '_dmarc.livros.example.org': 'v=DMARC1; p=none' };
    expect(await send()).toEqual([200, null]);
    expect(await sender()).toMatchObject({ state: 'right', missing: [] });
    records = {};
    expect(await sender('POST')).toMatchObject({ state: 'wrong' });
    expect(await send()).toEqual(refusedFor);
  });

  test('an issue to over a thousand readers waits a limited time if DNS fails, and one to fewer never waits', async () => {
    await readers(1_001);
    records = null;
    expect(await send()).toEqual([200, null]);
    expect(await sender()).toEqual({ domain: DOMAIN, state: 'unknown', missing: [] });
    records = {};
    expect(await sender('POST')).toMatchObject({ state: 'wrong' });
    expect(await send()).toEqual(refusedFor);
    const [one] = await site.rows<Reader>('GET', 'newsletter_subscribers?state=eq.confirmed&limit=1');
    await site.rows('DELETE', `newsletter_subscribers?id=eq.${one?.id}`);
    expect(await send()).toEqual([200, null]);
  });
});

test('readers are selected by where they signed up, and by a post that they did not get', async () => {
  const [first, second] = [await aCampaign('O primeiro texto'), await aPost('O segundo texto')];
  const [ana] = await readers(1, { source: 'episode' });
  await readers(2, { source: 'episode' });
  await readers(3);
  expect((await audience(second.id, { source: 'episode' })).total).toBe(3);
  expect((await audience(second.id, { source: 'home' })).total).toBe(0);
  expect((await audience(second.id, { missed: first.postId })).total).toBe(6);
  const edits = { heads: first.heads, segment: { ...EVERYBODY, source: 'episode', missed: second.id } };
  const edited = await done('PUT', `/${first.id}`, { revision: first.revision, ...edits });
  expect(edited.segment).toMatchObject({ source: 'episode', missed: second.id });
  await go(await schedule(edited));
  await becomes(first.id, isSent);
  // The newsletter page lists the issues that were sent.
  const archive: PostList = (await site.call('GET', '/api/posts?mailed=1')).json;
  const titles = archive.posts.map(({ title }) => title);
  expect(titles).toContain('O primeiro texto');
  expect(titles).not.toContain('O segundo texto');
  expect((await audience(second.id, { missed: first.postId })).total).toBe(3);
  // The issue bounced, so this reader did not get it.
  await recipients(first.id, `&subscriber_id=eq.${ana?.id}`, { state: 'bounced' });
  expect((await audience(second.id, { missed: first.postId })).total).toBe(4);
  expect((await audience(second.id, { missed: first.postId, source: 'footer' })).total).toBe(3);
});

test('a filter by owned books applies only to readers whose consent names books', async () => {
  const { id: postId } = await aPost('Segmentos');
  const [owner] = await readers(1);
  await readers(2);
  await readers(3, { consent_version: '2026-11-21' });
  await readers(1, { source: 'import', consent_version: 'Lista da feira' });
  await readers(1, { confirmed_at: '2026-04-01T02:30:00Z', locale: 'en' });
  await site.rows('POST', 'imported_purchases', [{ email: owner?.email, ebook_id: 'rute', source: 'other' }]);
  expect(await audience(postId, { owns: 'rute' })).toMatchObject({ total: 1, withoutConsent: 4 });
  expect(await audience(postId, { lacks: 'rute' })).toMatchObject({ total: 3, withoutConsent: 4 });
  expect((await audience(postId, { locale: 'en' })).total).toBe(1);
  // This moment is half past eleven at night in São Paulo.
  expect((await audience(postId, { joinedUntil: '2026-03-30' })).total).toBe(7);
  expect((await audience(postId, { joinedFrom: '2026-03-31', joinedUntil: '2026-03-31' })).total).toBe(1);
});

test("a book's first release creates one draft post and one draft issue, which wait for the owner", async () => {
  type Mine = { id: string; news: string | null };
  await site.addBooks({ id: 'noemi', title: 'Noemi', state: 'draft' });
  const make = async () => {
    await site.rows('PATCH', 'jobs?name=eq.automatic_drafts', { last_run_at: '2026-01-01T00:00:00Z' });
    const due = 'automatic_drafts?settled_at=is.null';
    await site.until(
      () => site.rows('GET', due),
      ({ length }) => length === 0,
      25_000,
    );
  };
  const save = async (state: string) => {
    const { json: book } = await asked('GET', 'ebooks/noemi');
    const listPrices = { BRL: '29,90', USD: '29.90', NZD: '29.90' };
    const words = { title: 'Noemi', description: 'Uma volta.', author: 'Marina', language: 'pt-BR', state, listPrices };
    expect((await asked('PUT', 'ebooks/noemi', { ...words, revision: book.revision })).status).toBe(200);
  };
  const ofList = async (list: 'posts' | 'campaigns'): Promise<Mine[]> =>
    (await asked('GET', list)).json[list].filter(({ news }: Mine) => news !== null);
  expect(await ofList('posts')).toEqual([]);
  await save('published');
  await make();
  const [text, ...others] = await ofList('posts');
  if (!text) throw new Error('no text');
  expect([text, others]).toMatchObject([{ title: 'Novo livro: Noemi', state: 'draft', news: 'ebook' }, []]);
  const [begun] = await ofList('campaigns');
  const campaign = await get(begun?.id ?? '');
  expect(campaign).toMatchObject({ state: 'draft', news: 'ebook', postId: text.id, segment: { ...EVERYBODY, lacks: 'noemi' } });
  const { json: preview } = await asked('POST', `campaigns/${campaign.id}/preview`, { locale: 'pt-BR' });
  expect(preview).toMatchObject({ subject: 'Novo livro: Noemi', preheader: 'Uma volta.' });
  expect(preview.text).toContain('/shop/ebook/noemi?utm_source=newsletter');

  const found = async () => (await asked('GET', 'tasks')).json.tasks.find(({ subject }: { subject: string }) => subject === text.id);
  expect(await found(), 'nobody asked for it').toBeUndefined();

  const { json: post } = await asked('GET', `posts/${text.id}`);
  const drafts = { 'pt-BR': post.drafts['pt-BR'].revision, en: post.drafts.en.revision };
  const published = await asked('POST', `posts/${text.id}/publication`, { revision: post.revision, drafts, at: null });
  expect(published.json).toMatchObject({ state: 'published', news: null, locales: ['pt-BR'] });
  expect((await get(campaign.id)).state).toBe('draft');
  expect((await asked('DELETE', `campaigns/${campaign.id}`)).status).toBe(200);
  for (const state of ['archived', 'published', 'draft', 'published']) await save(state);
  await make();
  expect([await ofList('posts'), await ofList('campaigns')]).toEqual([[], []]);
});
