import { randomUUID } from 'node:crypto';
import type { AdminSeries } from '@site/shared/contracts/admin-series.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import { CONSENT_VERSION } from '@site/shared/contracts/form-rules.ts';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let token: string;
/** One post for each of four steps. One of them has only a Portuguese title. */
let posts: { id: string; title: string; revision: number }[];

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

async function asked(method: string, path: string, body?: unknown, as = token) {
  return await site.call(method, `/api/admin/${path}`, { token: as, ...(body === undefined ? {} : { body }) });
}

async function aPost(title: string) {
  const { json: begun } = await asked('POST', 'posts', { kind: 'text' });
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: `Palavras de ${title}.` }] }] };
  const { json: post } = await asked('PUT', `posts/${begun.id}/drafts/pt-BR`, { revision: 1, title, lead: '', body });
  const drafts = { 'pt-BR': post.drafts['pt-BR'].revision, en: post.drafts.en.revision };
  const { json } = await asked('POST', `posts/${post.id}/publication`, {
    ...{ revision: post.revision, drafts, at: null, visibility: 'campaign' },
  });
  return { id: json.id as string, title, revision: json.revision as number };
}

beforeAll(async () => {
  site = await startApiSite();
  token = await site.signIn('admin');
});
afterAll(async () => await site?.close());
// Each test has its own readers and its own series.
afterEach(async () => {
  await site.rows('DELETE', 'newsletter_subscribers?state=neq.none');
  await site.rows('DELETE', 'campaigns?state=neq.none');
  await site.rows('DELETE', 'campaign_series?is_only=eq.true');
  await site.emptyInbox();
});

const get = async (): Promise<AdminSeries> => v.parse(endpoints['GET /api/admin/series'].answer, (await asked('GET', 'series')).json);
async function change(method: string, path: string, body: object, as = token): Promise<AdminSeries> {
  const { status, json, text } = await asked(method, `series${path}`, { revision: (await get()).revision, ...body }, as);
  expect(status, text).toBe(200);
  return v.parse(endpoints['GET /api/admin/series'].answer, json);
}
async function refused(method: string, path: string, body: object, as = token) {
  const { status, json } = await asked(method, `series${path}`, { revision: (await get()).revision, ...body }, as);
  return [status, json?.error.code, json?.error.fields ?? null];
}
const turn = (isOn: boolean, takesImports = false) => change('PUT', '', { isOn, takesImports });
const add = async (place: number, afterDays: number) => await change('POST', '/steps', { postId: posts[place]?.id, afterDays });

/** Creates a series with a step for each of these days and turns it on. */
async function aSeries(...days: number[]): Promise<AdminSeries> {
  posts = await Promise.all(days.map((day) => aPost(`Dia ${day} ${randomUUID().slice(0, 6)}`)));
  for (const [place, day] of days.entries()) await add(place, day);
  return await turn(true);
}

type Reader = { id: string; email: string };
/** Creates a reader who confirmed just now, or as `change` says. */
async function aReader(change: object = {}): Promise<Reader> {
  const facts = { state: 'confirmed', locale: 'pt-BR', source: 'footer', consent_version: CONSENT_VERSION, confirmed_at: ago(0) };
  const [reader] = await site.rows<Reader>('POST', 'newsletter_subscribers', [
    { email: `${randomUUID()}@leitores.test`, ...facts, ...change },
  ]);
  if (!reader) throw new Error('no reader');
  return reader;
}
const changeReader = ({ id }: Reader, facts: object) => site.rows('PATCH', `newsletter_subscribers?id=eq.${id}`, facts);

/** Moves everything that happened this many days into the past. */
async function pass(days: number): Promise<void> {
  const move = async (table: string, key: string, ...columns: string[]) => {
    const all = await site.rows<Record<string, string>>('GET', `${table}?select=${[key, ...columns].join()}`);
    for (const row of all) {
      const before = (at: string | null | undefined) => (at ? new Date(Date.parse(at) - days * DAY_MS).toISOString() : null);
      const change = Object.fromEntries(columns.map((column) => [column, before(row[column])]));
      await site.rows(
        'PATCH',
        `${table}?${key
          .split(',')
          .map((name) => `${name}=eq.${row[name]}`)
          .join('&')}`,
        change,
      );
    }
  };
  await move('campaign_series', 'is_only', 'since');
  await move('series_steps', 'campaign_id', 'placed_at');
  await move('newsletter_subscribers', 'id', 'confirmed_at', 'unsubscribed_at');
  await move('campaign_recipients', 'campaign_id,subscriber_id', 'handed_at', 'done_at');
}

/** Looks for due readers now, even if a worker looked recently. */
async function look(): Promise<void> {
  await site.rows('PATCH', 'campaign_series?is_only=eq.true', { looked_at: null });
  const { state, takesImports } = await get();
  await change('PUT', '', { isOn: state === 'on', takesImports });
}
/** Returns the subjects of the issues that each reader got, once no reader waits any more. */
async function got(...readers: Reader[]): Promise<string[][]> {
  await look();
  await site.until(
    async () => {
      const [series] = await site.rows<{ state: string; looked_at: string | null }>('GET', 'campaign_series?select=state,looked_at');
      const waiting = await site.rows('GET', 'campaign_recipients?state=in.(waiting,handing)&select=subscriber_id');
      return { isLookedFor: series?.state !== 'on' || series.looked_at !== null, waiting: waiting.length };
    },
    ({ isLookedFor, waiting }) => isLookedFor && waiting === 0,
    20_000,
  );
  return await Promise.all(readers.map(async ({ email }) => (await site.inbox(email)).map(({ subject }) => subject).sort()));
}
const titles = (...places: number[]) => places.map((place) => posts[place]?.title ?? '').sort();
const stepAt = (series: AdminSeries, day: number) => series.steps.find(({ afterDays }) => afterDays === day)?.id ?? '';

describe('a reader who waits for a step of the welcome series', () => {
  /** Creates a reader whose first step waits for the mail server. */
  async function waitingFor(series: AdminSeries, change: object = {}) {
    const first = stepAt(series, 0);
    await site.rows('PATCH', `campaigns?id=eq.${first}`, { rest_until: '2999-01-01T00:00:00Z' });
    const reader = await aReader(change);
    await site.rows('PATCH', 'campaign_series?is_only=eq.true', { looked_at: null });
    await site.rows('POST', 'rpc/advance_series', {});
    const waiting = () => site.rows('GET', `campaign_recipients?subscriber_id=eq.${reader.id}&state=eq.waiting&select=campaign_id`);
    expect(await waiting()).toEqual([{ campaign_id: first }]);
    return { reader, waiting, goOn: () => site.rows('PATCH', `campaigns?id=eq.${first}`, { rest_until: null }) };
  }

  test('an imported reader stops waiting when the series excludes imports', async () => {
    await aSeries(0);
    const { reader, waiting, goOn } = await waitingFor(await turn(true, true), { source: 'import' });
    const own = await aReader();
    await turn(true, false);
    expect(await waiting()).toEqual([]);
    await goOn();
    expect(await got(reader, own)).toEqual([[], titles(0)]);
  });

  test('a reader who waits for a moved step of the series gets the step on its new day, after the steps in between', async () => {
    const series = await aSeries(0, 3);
    const { reader, waiting, goOn } = await waitingFor(series);
    await change('PUT', `/steps/${stepAt(series, 0)}`, { afterDays: 12 });
    expect(await waiting()).toEqual([]);
    await goOn();
    expect(await got(reader)).toEqual([[]]);
    await pass(3);
    expect(await got(reader)).toEqual([titles(1)]);
    await pass(9);
    expect(await got(reader)).toEqual([titles(0, 1)]);
  });
});

test("the series sends each issue once, on its day and in the reader's language, to readers who confirm while the series is on", async () => {
  const series = await aSeries(0, 3);
  expect(series).toMatchObject({ state: 'on', due: { own: 0, imported: 0 }, steps: [{ afterDays: 0 }, { afterDays: 3 }] });
  const [ana, bob] = [await aReader(), await aReader({ locale: 'en' })];
  const before = await aReader({ confirmed_at: ago(0.01) });
  const pending = await aReader({ state: 'pending', confirmed_at: null });
  const moved = await aReader({ source: 'import' });
  const all = [ana, bob, before, pending, moved];
  expect(await got(...all)).toEqual([titles(0), titles(0), [], [], []]);
  const [english] = await site.inbox(bob.email);
  expect(english?.text).toContain('This post was written in Portuguese');
  expect(english?.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click');
  expect(await got(...all)).toEqual([titles(0), titles(0), [], [], []]);

  // The list was imported from elsewhere, and the owner turns the series on for imports too.
  expect((await turn(true, true)).due).toEqual({ own: 0, imported: 1 });
  expect(await got(moved)).toEqual([titles(0)]);

  await pass(2.9);
  expect(await got(ana)).toEqual([titles(0)]);
  await pass(0.1);
  expect(await got(...all)).toEqual([titles(0, 1), titles(0, 1), [], [], titles(0, 1)]);
  await pass(1);
  await changeReader(ana, { state: 'unsubscribed', unsubscribed_at: ago(0) });
  expect((await get()).steps).toMatchObject([
    { sent: 3, left: 0, waiting: 0, state: 'sent' },
    { sent: 3, left: 1 },
  ]);
  // A step is not in the list of issues, and the reader's own data contain it.
  expect((await asked('GET', 'campaigns')).json.campaigns).toEqual([]);
  expect((await asked('GET', `campaigns?post=${posts[1]?.id}`)).json.campaigns).toMatchObject([{ step: 3, counts: { sent: 3 } }]);
  const [data] = [await site.rows('POST', 'rpc/get_personal_data', { p_uid: '', p_email: bob.email })].flat();
  expect(data?.campaigns).toMatchObject([{ subject: titles(0)[0], state: 'sent' }, { subject: titles(1)[0] }]);
});

test('a reader gets at most one issue a day: a step of the series waits for other issues', async () => {
  const series = await aSeries(0, 1);
  const ana = await aReader();
  expect(await got(ana)).toEqual([titles(0)]);
  await pass(0.95);
  const other = await aPost('Carta de hoje');
  const sendNow = async (postId: string) => {
    const { json: campaign } = await asked('POST', 'campaigns', { postId });
    const { json } = await asked('POST', `campaigns/${campaign.id}/sending`, { revision: campaign.revision, at: null });
    await site.rows('PATCH', `campaigns?id=eq.${campaign.id}`, { state: 'paused', send_at: ago(0.001) });
    await asked('POST', `campaigns/${campaign.id}/resume`, { revision: json.revision });
    await site.until(
      async () => (await asked('GET', `campaigns/${campaign.id}`)).json.state,
      (state) => state === 'sent',
    );
  };
  await sendNow(other.id);
  await pass(0.05);
  expect(await got(ana)).toEqual([[...titles(0), other.title].sort()]);

  // The reader's day is over and the mail server accepts nothing, when another issue is sent.
  await pass(0.96);
  const second = stepAt(series, 1);
  await site.rows('PATCH', `campaigns?id=eq.${second}`, { rest_until: '2999-01-01T00:00:00Z' });
  await look();
  const waiting = () => site.rows('GET', `campaign_recipients?campaign_id=eq.${second}&state=eq.waiting`);
  await site.until(waiting, (rows) => rows.length === 1);
  await sendNow((await aPost('Carta de amanhã')).id);
  await look();
  await site.until(waiting, (rows) => rows.length === 0);
  await site.rows('PATCH', `campaigns?id=eq.${second}`, { rest_until: null });
  await pass(1);
  expect((await got(ana))[0]).toEqual(expect.arrayContaining(titles(0, 1)));
  expect(await site.inbox(ana.email)).toHaveLength(4);
});

test('a new step is sent only to readers who have not reached its day yet, and a removed step to nobody', async () => {
  await aSeries(0, 10);
  posts.push(await aPost('No meio'));
  const [far, near] = [await aReader(), await aReader()];
  expect(await got(far, near)).toEqual([titles(0), titles(0)]);
  await pass(1);
  await changeReader(far, { confirmed_at: ago(6) });
  await site.rows('PATCH', 'campaign_series?is_only=eq.true', { since: ago(7) });
  const series = await add(2, 5);
  expect(series.steps.map(({ afterDays }) => afterDays)).toEqual([0, 5, 10]);
  await pass(4);
  expect(await got(far, near)).toEqual([titles(0, 1), titles(0, 2)]);

  // A step moved to a later day is not sent again, and no reader goes back to a step moved to an earlier day.
  await change('PUT', `/steps/${stepAt(series, 5)}`, { afterDays: 12 });
  await pass(5);
  expect(await got(near)).toEqual([titles(0, 1, 2)]);
  const new1 = await aReader();
  await change('POST', `/steps/${stepAt(series, 0)}/removal`, {});
  expect(await got(new1)).toEqual([[]]);
  await pass(2);
  await change('PUT', `/steps/${stepAt(series, 10)}`, { afterDays: 1 });
  expect(await got(new1)).toEqual([[]]);
  await pass(10);
  expect(await got(new1, near)).toEqual([titles(2), titles(0, 1, 2)]);
});

test('a series that is off sends nothing, and turned on again it skips readers who are more than 30 days late', async () => {
  await aSeries(0, 15, 40);
  const early = await aReader();
  expect(await got(early)).toEqual([titles(0)]);
  expect((await turn(false)).state).toBe('off');
  await pass(20);
  const late = await aReader();
  expect(await got(early, late)).toEqual([titles(0), []]);
  await pass(26);
  expect((await get()).due).toEqual({ own: 1, imported: 0 });
  await turn(true);
  // The second step of this reader is 31 days late. The third step is due, but a reader without the second step does not get it.
  expect(await got(early, late)).toEqual([titles(0), titles(0)]);
  await pass(1);
  expect(await got(early, late)).toEqual([titles(0), titles(0, 1)]);
});

test('a reader who unsubscribes gets no more of the series, and starts again after confirming again', async () => {
  await aSeries(0, 2);
  const [gone, played, back] = [await aReader(), await aReader(), await aReader()];
  expect(await got(gone, played, back)).toEqual([titles(0), titles(0), titles(0)]);
  const [first] = await site.inbox(back.email);
  await pass(2);
  for (const reader of [gone, back]) await changeReader(reader, { state: 'unsubscribed', unsubscribed_at: ago(0) });
  await changeReader(played, { generation: 2 });
  expect(await got(gone, played, back)).toEqual([titles(0), titles(0, 1), titles(0)]);
  await pass(5);
  await changeReader(back, { state: 'confirmed', generation: 2, confirmed_at: ago(0) });
  expect(await got(gone, played, back)).toEqual([titles(0), titles(0, 1), titles(0, 0)]);
  const again = await site.inbox(back.email);
  // Mailboxes drop a second email with the same message id.
  expect(new Set(again.map(({ headers }) => headers.find(({ key }) => key === 'message-id')?.value)).size).toBe(2);
  expect(first).toBeDefined();
  await pass(2);
  expect(await got(back)).toEqual([titles(0, 0, 1)]);

  // A post that another issue brought is not sent again.
  const { json: campaign } = await asked('POST', 'campaigns', { postId: posts[0]?.id });
  const everybody = { locale: null, owns: null, lacks: null, joinedFrom: null, joinedUntil: null };
  expect((await asked('POST', 'campaign-audience', { postId: campaign.postId, segment: everybody })).json.total).toBe(0);
});

test('workers that look at once and die midway add each reader and send each step only once', async () => {
  const series = await aSeries(0);
  const first = stepAt(series, 0);
  // The pause comes before any reader exists that the site's own worker could claim.
  await site.rows('PATCH', `campaigns?id=eq.${first}`, { rest_until: '2999-01-01T00:00:00Z' });
  const readers = await Promise.all(Array.from({ length: 12 }, () => aReader()));
  await site.rows('PATCH', 'campaign_series?is_only=eq.true', { looked_at: null });
  await Promise.all(Array.from({ length: 8 }, () => site.rows('POST', 'rpc/advance_series', {})));
  const recipients = (query: string, change?: object) =>
    site.rows<{ subscriber_id: string; state: string }>(
      change ? 'PATCH' : 'GET',
      `campaign_recipients?campaign_id=eq.${first}${query}`,
      change,
    );
  expect(await recipients('&state=eq.waiting')).toHaveLength(12);
  // One worker died with its claimed reader, another one just before the final dot of the message.
  const [claimed, handing] = readers;
  const over = { lease_until: ago(0.001), claims: 1 };
  await recipients(`&subscriber_id=eq.${claimed?.id}`, over);
  await recipients(`&subscriber_id=eq.${handing?.id}`, { ...over, state: 'handing', handed_at: ago(0.001) });
  await site.rows('PATCH', `campaigns?id=eq.${first}`, { rest_until: null });
  await got(...readers);
  expect((await get()).steps).toMatchObject([{ sent: 11, unknown: 1 }]);
  expect((await Promise.all(readers.map(({ email }) => site.inbox(email)))).map((mails) => mails.length).sort()).toEqual([
    0,
    ...Array.from({ length: 11 }, () => 1),
  ]);
  expect((await asked('GET', 'tasks')).json.tasks).toContainEqual(expect.objectContaining({ kind: 'campaign_unknown', subject: first }));
});

test('a reader whom the mail server postpones stops waiting when the series is turned off', async () => {
  const [first] = (await aSeries(5)).steps;
  const ana = await aReader();
  const claim = { campaign_id: first?.id, subscriber_id: ana.id, claims: 3 };
  const row = { ...claim, post_id: first?.postId, generation: 1, locale: 'pt-BR', state: 'handing', lease_until: ago(-0.001) };
  const defer = async () => {
    await site.rows('POST', 'campaign_recipients', [row]);
    await site.rows('POST', 'rpc/defer_campaign', { p_campaign_id: first?.id, p_subscriber_id: ana.id, p_claims: 3, p_error: '452 full' });
    return await site.rows('GET', `campaign_recipients?subscriber_id=eq.${ana.id}&select=state`);
  };
  expect(await defer()).toEqual([{ state: 'waiting' }]);
  await turn(false);
  expect(await site.rows('GET', `campaign_recipients?subscriber_id=eq.${ana.id}`)).toEqual([]);
  expect(await defer()).toEqual([]);
});

test('a post that was taken offline is sent to nobody, later steps continue, and later readers get corrections', async () => {
  await aSeries(0, 1);
  const [post] = posts;
  const current = async () => (await asked('GET', `posts/${post?.id}`)).json;
  await asked('POST', `posts/${post?.id}/withdrawal`, { revision: (await current()).revision });
  const ana = await aReader();
  expect(await got(ana)).toEqual([[]]);
  expect((await get()).steps[0]).toMatchObject({ isPublished: false, sent: 0 });
  await pass(1);
  expect(await got(ana)).toEqual([titles(1)]);

  const draft = await current();
  const words = { title: 'Corrigido', lead: '', body: draft.drafts['pt-BR'].body };
  const { json: saved } = await asked('PUT', `posts/${post?.id}/drafts/pt-BR`, { revision: draft.drafts['pt-BR'].revision, ...words });
  const drafts = { 'pt-BR': saved.drafts['pt-BR'].revision, en: saved.drafts.en.revision };
  await asked('POST', `posts/${post?.id}/publication`, { revision: saved.revision, drafts, at: null });
  const bia = await aReader();
  expect(await got(ana, bia)).toEqual([titles(1), ['Corrigido']]);
  // Readers who wait for a post that was taken offline stop waiting.
  const step = stepAt(await get(), 0);
  await site.rows('PATCH', `campaigns?id=eq.${step}`, { rest_until: '2999-01-01T00:00:00Z' });
  const eva = await aReader();
  await look();
  const waiting = () => site.rows('GET', `campaign_recipients?campaign_id=eq.${step}&state=eq.waiting`);
  await site.until(waiting, (rows) => rows.length === 1);
  await asked('POST', `posts/${post?.id}/withdrawal`, { revision: (await current()).revision });
  expect(await waiting()).toEqual([]);
  await site.rows('PATCH', `campaigns?id=eq.${step}`, { rest_until: null });
  expect(await got(eva)).toEqual([[]]);
});

test('a restore pauses the series until the owner resumes it', async () => {
  await aSeries(0);
  const ana = await aReader();
  expect(await got(ana)).toEqual([titles(0)]);
  await site.rows('POST', 'rpc/pause_campaigns', {});
  const bia = await aReader();
  await site.rows('PATCH', 'campaign_series?is_only=eq.true', { looked_at: null });
  expect(await site.rows('POST', 'rpc/advance_series', {})).toBeNull();
  expect(await get()).toMatchObject({ state: 'paused', due: { own: 1 } });
  expect(await site.inbox(bia.email)).toEqual([]);
  await turn(true);
  expect(await got(ana, bia)).toEqual([titles(0), titles(0)]);

  await site.rows('PATCH', `campaign_recipients?subscriber_id=eq.${ana.id}`, { done_at: ago(370), handed_at: ago(370) });
  await site.rows('POST', 'rpc/sweep_campaigns', {});
  expect(await site.rows('GET', `campaign_recipients?subscriber_id=eq.${ana.id}`)).toEqual([]);
  expect((await get()).steps).toMatchObject([{ sent: 2 }]);
});

describe('a change of the series', () => {
  test('an invalid change of the series is rejected with the action to take', async () => {
    posts = [await aPost('Uma'), await aPost('Outra')];
    expect(await refused('PUT', '', { isOn: true, takesImports: false })).toEqual([400, 'invalid_input', { steps: 'required' }]);
    const series = await add(0, 2);
    const step = (postId: string | undefined, afterDays: number) => refused('POST', '/steps', { postId, afterDays });
    expect(await step(posts[0]?.id, 4)).toEqual([400, 'invalid_input', { postId: 'taken' }]);
    expect(await step(posts[1]?.id, 2)).toEqual([400, 'invalid_input', { afterDays: 'taken' }]);
    expect(await step(posts[1]?.id, 181)).toEqual([400, 'invalid_input', { afterDays: 'invalid' }]);
    const { json: unwritten } = await asked('POST', 'posts', { kind: 'text' });
    expect(await step(unwritten.id, 4)).toEqual([400, 'invalid_input', { postId: 'not_published' }]);
    await add(1, 4);
    expect(await refused('PUT', `/steps/${stepAt(series, 2)}`, { afterDays: 4 })).toEqual([400, 'invalid_input', { afterDays: 'taken' }]);
    expect(await refused('PUT', `/steps/${stepAt(series, 2)}`, { afterDays: 5, revision: series.revision })).toEqual([
      409,
      'changed_meanwhile',
      null,
    ]);
    // The request is repeated after a lost answer.
    expect((await asked('PUT', 'series', { revision: 1, isOn: false, takesImports: false })).status).toBe(200);
    await change('POST', `/steps/${stepAt(series, 2)}/removal`, {});
    expect(await refused('POST', `/steps/${stepAt(series, 2)}/removal`, {})).toEqual([404, 'not_found', null]);
    // The post of a removed step may return in another step.
    expect((await add(0, 7)).steps.map(({ afterDays }) => afterDays)).toEqual([4, 7]);
    const changes = (await asked('GET', 'audit-log?kind=series')).json.entries;
    expect(changes.slice(0, 4).map(({ action }: { action: string }) => action)).toEqual([
      ...['series_step_added', 'series_step_taken_out', 'series_step_added', 'series_step_added'],
    ]);
  });

  test('a change that sends to many readers at once needs a recent sign-in, and the other owners get an email', async () => {
    await aSeries(0);
    await turn(false);
    await Promise.all(Array.from({ length: 101 }, () => aReader()));
    const { uid, email } = demoAccounts.admin;
    const stale = await site.tokenOf({ uid, email }, { auth_time: Math.floor(Date.now() / 1_000) - 3_600 });
    expect((await refused('PUT', '', { isOn: true, takesImports: false }, stale))[1]).toBe('step_up_required');

    await site.emptyInbox();
    await change('PUT', '', { isOn: true, takesImports: false }, await site.signIn('team'));
    const [told] = await site.until(
      async () => (await site.inbox(email)).filter(({ subject }) => subject === 'A série de boas-vindas foi ligada'),
      (campaigns) => campaigns.length > 0,
    );
    expect(told?.text).toContain(`${demoAccounts.team.email} ligou a série`);
    expect(told?.text).toMatch(/Leitores a quem sai já:?\s+101/);
    // An email about the other owner's previous action may still be in the outbox.
    const query = `outbox?kind=eq.series_switched_on&payload->>by=eq.${demoAccounts.team.email}&select=recipient`;
    expect(await site.rows('GET', query), 'nobody is told of what they did').toEqual([{ recipient: email }]);
  });
});

test("a step that a reader got is on the reader's page with its subject", async () => {
  await aSeries(0);
  const reader = await aReader();
  await got(reader);
  const { json: opened } = await asked('POST', 'people', { kind: 'subscriber', id: reader.id });
  const { json: person } = await asked('GET', `people/${opened.id}`);
  expect(person.emails).toMatchObject([{ kind: 'newsletter', subject: posts[0]?.title, state: 'sent' }]);
});
