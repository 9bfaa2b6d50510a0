import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AdminEpisode } from '@site/shared/contracts/admin-episodes.ts';
import type { AudioUpload } from '@site/shared/contracts/admin-own-episodes.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import { BLACK_MP4, SILENT_M4A, silentMp3 } from '@site/shared/testing/audio-files.ts';
import pino from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoChannel } from '../../../api/local/demo/channel.ts';
import { createData } from '../../../api/src/gateways/supabase/data.ts';
import { createYouTube } from '../../../api/src/gateways/videos/youtube.ts';
import { syncChannel } from '../../../api/src/resources/channel/episodes/channel-sync.ts';
import { type ApiSite, startApiSite } from './api-site.ts';
import { arrivedBytes, beginUpload, sendPart } from './audio-uploads.ts';
import { bookUploadsOf } from './book-uploads.ts';

let site: ApiSite;
let token: string;
let uploads: ReturnType<typeof bookUploadsOf>;
const mp3 = silentMp3(20);

beforeAll(async () => {
  site = await startApiSite();
  token = await site.signIn('admin');
  uploads = bookUploadsOf(site, token);
});
afterAll(async () => await site?.close());

const admin = (method: string, path: string, body?: object) =>
  site.call(method, `/api/admin/episodes${path}`, { token, ...(body ? { body } : {}) });
async function change(method: string, path: string, body: object): Promise<AdminEpisode> {
  const { status, json, text } = await admin(method, path, body);
  expect(status, text).toBe(200);
  return v.parse(v.strictObject(endpoints['GET /api/admin/episodes/:id'].answer.entries), json);
}
const refusalOf = async (method: string, path: string, body: object) => (await admin(method, path, body)).json.error;
const read = async (id: string): Promise<AdminEpisode> => (await admin('GET', `/${id}`)).json;
const create = (title: string) => change('POST', '', { title });
const publish = ({ id, revision }: AdminEpisode, at: string | null = null) => change('POST', `/${id}/publication`, { revision, at });
const written = { isHidden: false, ownSlug: '', categories: [], notes: { 'pt-BR': '', en: '' }, ebooks: [] };

/** Uploads a file for an episode, and returns the upload's id. */
async function upload(id: string, bytes: Buffer): Promise<string> {
  const { json } = await admin('POST', `/${id}/audio-uploads`, { size: Math.max(1, bytes.length) });
  const { to } = json as AudioUpload;
  if (!to) throw new Error('nothing to send');
  const { url } = await beginUpload(to, bytes.length);
  if (bytes.length > 0) expect(await sendPart(to, url, 0, bytes)).toBe(204);
  return json.id;
}
const setAudio = ({ id, revision }: AdminEpisode, audio: object | null) => admin('PUT', `/${id}/audio`, { revision, audio });
async function withAudio(episode: AdminEpisode, bytes = mp3): Promise<AdminEpisode> {
  const { status, json, text } = await setAudio(episode, { upload: await upload(episode.id, bytes) });
  expect(status, text).toBe(200);
  return json;
}
const publicPage = (slug: string) => site.call('GET', `/api/episodes/${slug}`);

describe('an own episode', () => {
  test('an episode draft needs only a title, and is hidden from visitors until it is published', async () => {
    expect(await refusalOf('POST', '', { title: ' ' })).toMatchObject({ fields: { title: 'required' } });
    const draft = await create('Uma conversa sobre Rute');
    expect(draft).toMatchObject({ origin: 'own', state: 'draft', slug: 'uma-conversa-sobre-rute', audio: null, durationSeconds: 0 });
    expect((await publicPage(draft.slug)).status).toBe(404);
    expect(await refusalOf('POST', `/${draft.id}/publication`, { revision: draft.revision, at: null })).toMatchObject({
      code: 'invalid_input',
      fields: { audio: 'audio_required' },
    });

    const description = 'Um começo.\n\n00:00 A estrada\n00:05 A promessa\n00:12 O fim';
    const words = { ...written, title: 'Rute fica', description, season: 2, number: 7, kind: 'bonus' };
    const edited = await change('PUT', `/${draft.id}`, { ...words, revision: draft.revision });
    expect(edited).toMatchObject({ title: 'Rute fica', slug: 'rute-fica', season: 2, number: 7, kind: 'bonus' });
    const { preview } = (await admin('POST', `/${draft.id}/preview`, { ...words, title: 'Ainda não salvo' })).json;
    expect((await site.call('GET', `/api/episodes/rute-fica?preview=${preview}`)).json.episode.title).toBe('Ainda não salvo');

    const before = Date.now();
    const published = await publish(await withAudio(edited));
    expect(published).toMatchObject({ state: 'shown', durationSeconds: 20, audio: { type: 'audio/mpeg', seconds: 20, bytes: mp3.length } });
    expect(Date.parse(published.publishedAt)).toBeGreaterThanOrEqual(before - 2_000);
    const { json } = await publicPage('rute-fica');
    expect(json).toMatchObject({ episode: { id: published.id, audio: { url: published.audio?.url } }, isSample: false });
    expect(json.chapters).toHaveLength(3);
    expect((await publicPage(draft.slug)).json.episode.slug).toBe('rute-fica');
    // A published episode cannot lose its audio, be published again or be deleted.
    expect((await setAudio(published, null)).json.error.fields).toEqual({ audio: 'audio_required' });
    const { revision } = published;
    expect(await refusalOf('POST', `/${draft.id}/publication`, { revision, at: null })).toMatchObject({ code: 'changed_meanwhile' });
    expect(await refusalOf('DELETE', `/${draft.id}`, { revision })).toMatchObject({ code: 'changed_meanwhile' });

    const { entries } = (await site.call('GET', '/api/admin/audit-log?kind=episode', { token })).json;
    const actions = entries
      .filter(({ subject }: { subject: { id: string } }) => subject.id === draft.id)
      .map(({ action }: { action: string }) => action);
    expect(actions).toEqual(['episode_published', 'episode_audio_changed', 'episode_edited', 'episode_created']);
  });

  test('a scheduled episode is published at its time, and the owner can change or unschedule it before', async () => {
    const draft = await withAudio(await create('Amanhã cedo'));
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    expect(await refusalOf('POST', `/${draft.id}/publication`, { revision: draft.revision, at: at(-1_000) })).toMatchObject({
      fields: { at: 'in_past' },
    });
    const scheduled = await publish(draft, at(86_400_000));
    expect(scheduled.state).toBe('scheduled');
    expect((await setAudio(scheduled, null)).json.error.fields).toEqual({ audio: 'audio_required' });
    expect(await refusalOf('DELETE', `/${draft.id}`, { revision: scheduled.revision })).toMatchObject({ code: 'changed_meanwhile' });
    const back = await change('DELETE', `/${draft.id}/schedule`, { revision: scheduled.revision });
    expect([back.state, back.publishAt]).toEqual(['draft', null]);
    expect(await refusalOf('DELETE', `/${draft.id}/schedule`, { revision: back.revision })).toMatchObject({ code: 'changed_meanwhile' });
    await publish(back, at(86_400_000));
    expect((await admin('GET', '?state=draft')).json.episodes).toMatchObject([{ id: draft.id, state: 'scheduled' }]);

    const due = new Date(Date.now() - 60_000).toISOString();
    await site.rows('PATCH', `episodes?id=eq.${draft.id}`, { publish_at: due });
    const data = createData(site.addresses.data, site.internal.dataSecretKey);
    await data.sql.publishDueEpisodes();
    const published = await read(draft.id);
    expect([published.state, Date.parse(published.publishedAt)]).toEqual(['shown', Date.parse(due)]);
    await site.until(
      () => publicPage('amanha-cedo'),
      ({ status }) => status === 200,
    );
  });

  test('deleting an episode draft removes all its data and frees its address', async () => {
    const draft = await withAudio(await create('Apagado'));
    expect((await admin('DELETE', `/${draft.id}`, { revision: draft.revision - 1 })).json.error.code).toBe('changed_meanwhile');
    expect((await admin('DELETE', `/${draft.id}`, { revision: draft.revision })).status).toBe(204);
    expect((await admin('GET', `/${draft.id}`)).status).toBe(404);
    expect((await create('Apagado')).slug).toBe('apagado');
    expect(await uploads.sweep()).toEqual([]);
    expect((await uploads.filesIn('store-assets', 'audio/')).filter((key) => key.includes(draft.id))).toEqual([]);
  });

  test('an own episode stays on the site when the channel is synced or replaced', async () => {
    const { id, slug } = await publish(await withAudio(await create('Fica para sempre')));
    const { youtubeApiKey: apiKey } = JSON.parse(await readFile(join(site.dir, 'secrets.json'), 'utf8'));
    const data = createData(site.addresses.data, site.internal.dataSecretKey);
    const source = createYouTube({ apiUrl: `${site.addresses.videos}/youtube/v3`, apiKey });
    const sync = () => syncChannel({ source, data, log: pino({ level: 'silent' }) }, demoChannel.channelId, async () => undefined);
    await site.rows('PATCH', 'channel_sync?channel_id=not.is.null', { whole_at: null });
    await site.rows('PATCH', `episodes?id=eq.${id}`, { fetched_at: '2020-01-01T00:00:00Z' });
    await sync();
    expect((await read(id)).state).toBe('shown');

    await site.rows('POST', 'rpc/publish_content', {
      p_key: 'channel',
      p_expected: 0,
      p_body: { id: 'UCoutro00000000000000000', title: '', earlier: 'hidden' },
      p_actor: { uid: 'uid-1', email: 'dona@example.test', request_id: 'request-1' },
      p_subject_kind: 'setting',
      p_default: null,
      p_restored_from: null,
    });
    await sync();
    expect((await read(id)).state).toBe('shown');
    expect((await publicPage(slug)).status).toBe(200);
    expect((await admin('GET', '?state=shown')).json.episodes.every(({ origin }: AdminEpisode) => origin === 'own')).toBe(true);
  });
});

describe('the audio of an episode', () => {
  test('an audio file is stored once in the public bucket, and is removed when it is replaced or its draft is deleted', async () => {
    const draft = await create('Trocado');
    const first = await withAudio(draft);
    const key = first.audio?.url.slice(1) ?? '';
    expect(key).toMatch(/^audio\/a-[0-9a-f]{12}\.[0-9a-f]{12}\.mp3$/);
    expect(await uploads.filesIn('store-assets', 'audio/')).toContain(key);
    const stored = await fetch(`${site.addresses.data}/storage/v1/object/public/store-assets/${key}`);
    expect([stored.headers.get('content-type'), Buffer.from(await stored.arrayBuffer()).equals(mp3)]).toEqual(['audio/mpeg', true]);

    const second = await withAudio(first, SILENT_M4A);
    expect(second).toMatchObject({ audio: { type: 'audio/mp4', seconds: 1 }, durationSeconds: 1 });
    const removed = (await setAudio(second, null)).json;
    expect(removed).toMatchObject({ audio: null, durationSeconds: 0 });
    expect(await uploads.sweep()).toEqual([]);
    for (const bucket of ['store-assets', 'ebooks'] as const)
      expect((await uploads.filesIn(bucket, 'audio/')).filter((name) => name.includes(draft.id))).toEqual([]);
  });

  test('an episode of the channel with added audio keeps the length of its video', async () => {
    const { episodes } = (await admin('GET', '?sort=oldest')).json;
    const video = episodes.find(({ origin }: AdminEpisode) => origin === 'channel');
    const before = await read(video.id);
    const after = await withAudio(before);
    expect([after.audio?.seconds, after.durationSeconds]).toEqual([20, before.durationSeconds]);
    const edited = await change('PUT', `/${video.id}`, {
      ...written,
      title: 'Outro',
      description: '',
      season: 3,
      revision: after.revision,
    });
    expect(edited).toMatchObject({ title: before.title, description: before.description, season: 3, number: null });
    expect((await setAudio(edited, null)).json.audio).toBeNull();
  });

  test.each([
    ['an empty file', Buffer.alloc(0), 'empty'],
    ['a video', BLACK_MP4, 'media'],
    ['a text', Buffer.from('Não é som.'.repeat(500)), 'not_audio'],
  ])('%s is refused at its field', async (_, bytes, problem) => {
    const draft = await create('Recusado');
    const { status, json } = await setAudio(draft, { upload: await upload(draft.id, bytes) });
    expect([status, json.error.fields]).toEqual([400, { audio: problem }]);
    expect((await read(draft.id)).revision).toBe(draft.revision);
  });

  test('an audio file that is too large or was uploaded for another episode is rejected', async () => {
    const [one, other] = [await create('Um'), await create('Outro')];
    expect(await refusalOf('POST', `/${one.id}/audio-uploads`, { size: 200_000_001 })).toMatchObject({ fields: { size: 'too_large' } });
    const id = await upload(other.id, mp3);
    expect((await setAudio(one, { upload: id })).json.error.fields).toEqual({ audio: 'upload_gone' });
    expect((await setAudio(one, { upload: '7d444840-9dc0-4a6c-8f2e-1b2c3d4e5f60' })).json.error.fields).toEqual({ audio: 'upload_gone' });
    expect((await admin('POST', '/nenhum/audio-uploads', { size: 9 })).status).toBe(404);
  });

  test('an interrupted audio upload continues where it stopped', async () => {
    const draft = await create('Cortado');
    const first = (await admin('POST', `/${draft.id}/audio-uploads`, { size: mp3.length })).json;
    const { url } = await beginUpload(first.to, mp3.length);
    expect(await sendPart(first.to, url, 0, mp3.subarray(0, 100_000))).toBe(204);
    const again = (await admin('POST', `/${draft.id}/audio-uploads`, { size: mp3.length, upload: first.id })).json;
    expect([again.id, again.to.key]).toEqual([first.id, first.to.key]);
    const offset = await arrivedBytes(again.to, url);
    expect(offset).toBe(100_000);
    expect(await sendPart(again.to, url, 0, mp3)).toBe(409);
    expect(await sendPart(again.to, url, offset, mp3.subarray(offset))).toBe(204);
    expect((await admin('POST', `/${draft.id}/audio-uploads`, { size: mp3.length, upload: first.id })).json).toEqual({
      id: first.id,
      to: null,
    });

    // The first request was killed after the copy.
    const data = createData(site.addresses.data, site.internal.dataSecretKey);
    await data.copyToPublic(first.to.key, `${first.to.key}.mp3`);
    const saved = (await setAudio(draft, { upload: first.id })).json;
    expect(saved).toMatchObject({ revision: draft.revision + 1, audio: { seconds: 20 } });
    expect((await setAudio(draft, { upload: first.id })).json).toEqual(saved);
  });

  test('storage accepts an audio upload only with the signature of this file', async () => {
    const [one, other] = [await create('Um'), await create('Outro')];
    const begin = async ({ id }: AdminEpisode) => (await admin('POST', `/${id}/audio-uploads`, { size: 9 })).json.to;
    const [to, foreign] = [await begin(one), await begin(other)];
    expect((await beginUpload({ ...to, signature: foreign.signature }, 9)).status).toBe(400);
    expect((await beginUpload({ ...to, signature: '' }, 9)).status).toBe(400);
    expect((await beginUpload(to, 200_000_001)).status).toBe(413);
  });

  test('an audio address that begins with capital letters is stored', async () => {
    const { id, revision } = await create('Maiúsculas');
    const { sql } = createData(site.addresses.data, site.internal.dataSecretKey);
    const audio = { url: 'HTTPS://media.example/a.mp3', type: 'audio/mpeg', bytes: 9, seconds: 20 };
    const actor = { uid: 'uid-1', email: 'dona@example.test', request_id: 'request-1' };
    await sql.setEpisodeAudio({ actor, id, revision, uploadId: null, ...audio });
    expect(await site.rows('GET', `episode_audio?episode_id=eq.${id}&select=url`)).toEqual([{ url: audio.url }]);
  });

  test.each([
    ['https://127.0.0.1/a.mp3', 'private_address'],
    ['https://localhost/a.mp3', 'private_address'],
    ['https://[::1]/a.mp3', 'private_address'],
    ['https://169.254.169.254/latest', 'private_address'],
    ['https://nenhum.invalid/a.mp3', 'unreachable'],
    ['http://example.com/a.mp3', 'address'],
    ['a.mp3', 'address'],
  ])('the address %s is refused at its field', async (address, problem) => {
    const draft = await create('Com endereço');
    const { status, json } = await setAudio(draft, { address });
    expect([status, json.error.fields]).toEqual([400, { 'audio.address': problem }]);
  });

  test('an episode with audio at another host names the address at that host', async () => {
    const draft = await create('Em outro lugar');
    const url = 'https://media.example/episodio.mp3';
    await site.rows('POST', 'rpc/set_episode_audio', {
      ...{ p_actor: { uid: 'uid-1', email: 'dona@example.test', request_id: 'request-1' }, p_id: draft.id, p_revision: draft.revision },
      ...{ p_upload_id: null, p_url: url, p_type: 'audio/mpeg', p_bytes: 9_000, p_seconds: 60 },
    });
    const published = await publish(await read(draft.id));
    expect((await publicPage(published.slug)).json.episode.audio).toEqual({ url, type: 'audio/mpeg', bytes: 9_000, seconds: 60 });
  });
});

test('a site without a channel shows example episodes until its first own episode is published', async () => {
  const { json } = await site.call('GET', '/api/admin/content/channel', { token });
  const body = { expectedVersion: json.version, body: { id: null, title: '', earlier: 'hidden' } };
  const saved = await site.call('PUT', '/api/admin/content/channel', { token, body });
  expect(saved.status, saved.text).toBe(200);
  await site.rows('DELETE', 'episodes?id=neq.');
  const draft = await withAudio(await create('O primeiro'));
  const list = async () => (await site.call('GET', '/api/episodes')).json;
  await site.until(list, ({ isSample }) => isSample);
  await publish(draft);
  const shown = await site.until(list, ({ isSample }) => !isSample);
  expect([shown.total, shown.episodes.map(({ slug }: { slug: string }) => slug)]).toEqual([1, ['o-primeiro']]);
  const home = await site.until(
    async () => (await site.call('GET', '/api/pages/home')).json,
    ({ recentEpisodes }) => recentEpisodes.length > 0,
  );
  expect(home.heroEpisodes).toMatchObject([{ slug: 'o-primeiro' }]);
  await site.until(
    async () => (await site.call('GET', '/sitemap.xml?part=1')).text,
    (text) => text.includes('/podcast/o-primeiro'),
  );
});
