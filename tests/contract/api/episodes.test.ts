import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AdminEpisode } from '@site/shared/contracts/admin-episodes.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import type { EpisodeList, EpisodePage } from '@site/shared/contracts/episodes.ts';
import pino from 'pino';
import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoChannel } from '../../../api/local/demo/channel.ts';
import { createData } from '../../../api/src/gateways/supabase/data.ts';
import { createYouTube } from '../../../api/src/gateways/videos/youtube.ts';
import { syncChannel } from '../../../api/src/resources/channel/episodes/channel-sync.ts';
import { type ApiSite, startApiSite } from './api-site.ts';
import { bookUploadsOf } from './book-uploads.ts';

const { channelId } = demoChannel;
const EPISODES = 24;

let site: ApiSite;
let token: string;
let sync: () => Promise<boolean>;

beforeAll(async () => {
  site = await startApiSite();
  const { youtubeApiKey: apiKey } = JSON.parse(await readFile(join(site.dir, 'secrets.json'), 'utf8'));
  const data = createData(site.addresses.data, site.internal.dataSecretKey);
  const source = createYouTube({ apiUrl: `${site.addresses.videos}/youtube/v3`, apiKey });
  sync = () => syncChannel({ source, data, log: pino({ level: 'silent' }) }, channelId, async () => undefined);
  token = await site.signIn('admin');
  await site.rows('POST', 'rpc/publish_content', {
    p_key: 'podcast_categories',
    p_expected: 0,
    p_body: { names: ['Ruth', 'Sobrenatural', 'Apocalipse'] },
    p_actor: { uid: 'uid-1', email: 'dona@example.test', request_id: 'request-1' },
    p_subject_kind: 'setting',
    p_default: null,
    p_restored_from: null,
  });
  await site.until(
    () => list(),
    ({ total, categories }) => total === EPISODES && categories.length > 0,
  );
});
afterAll(async () => await site?.close());

async function list(query: Record<string, string> = {}): Promise<EpisodeList> {
  const { status, json, text } = await site.call('GET', `/api/episodes?${new URLSearchParams(query)}`);
  expect(status, text).toBe(200);
  return v.parse(endpoints['GET /api/episodes'].answer, json);
}
async function page(slug: string): Promise<EpisodePage> {
  const { status, json, text } = await site.call('GET', `/api/episodes/${slug}`);
  expect(status, text).toBe(200);
  return v.parse(v.strictObject(endpoints['GET /api/episodes/:slug'].answer.entries), json);
}
const titles = ({ episodes }: EpisodeList) => episodes.map(({ title }) => title);

describe('the list of episodes', () => {
  test("the list of episodes shows the channel's videos, newest first, with the owner's chips and links", async () => {
    const all = await list();
    expect(all).toMatchObject({ total: EPISODES, nextCursor: null, isSample: false, categories: ['Ruth', 'Sobrenatural', 'Apocalipse'] });
    expect(all.places[0]).toEqual({ kind: 'youtube', url: `https://www.youtube.com/channel/${channelId}` });
    const days = all.episodes.map(({ publishedAt }) => publishedAt);
    expect(days).toEqual(days.toSorted().toReversed());
  });

  test.each([
    ['SALMO 23', 'Salmo 23 linha por linha'],
    ['debora embaixo', 'Débora embaixo da palmeira'],
    ['oraçao é so', 'Quando a oração é só silêncio'],
    ['mandamento inteiro, com as vacas', 'Descansar não é prêmio: uma conversa sobre o sábado'],
  ])('the list of episodes finds %s whatever its accents and case', async (q, title) => {
    expect(titles(await list({ q }))).toEqual([title]);
  });

  test.each([
    ['“Débora embaixo”', 1],
    ['palmeira "debora embaixo"', 1],
    ['"embaixo Débora"', 0],
    ['embaixo, Débora!', 1],
    ['Débora embaixo?', 1],
    ['(Débora; embaixo…', 1],
    ['“', 0],
  ])('the search of episodes ignores punctuation and takes quotation marks as a phrase in %s', async (q, found) => {
    expect(titles(await list({ q })).filter((title) => title === 'Débora embaixo da palmeira')).toHaveLength(found);
  });

  test('the search of episodes finds words by their first one or two letters', async () => {
    expect(titles(await list({ q: 'ru' })).length).toBeGreaterThanOrEqual(4);
    expect(titles(await list({ q: 'zz' }))).toEqual([]);
  });

  test('a filter chip searches titles only, and narrows a search', async () => {
    expect(titles(await list({ category: 'ruth' }))).toHaveLength(4);
    expect(titles(await list({ category: 'Noemi' })), 'only in descriptions').toEqual([]);
    expect(titles(await list({ category: 'Ruth', q: 'sandalia' }))).toEqual(['Série Ruth 4: o portão da cidade e um final que é começo']);
    expect(await list({ category: '%' })).toMatchObject({ total: 0, episodes: [] });
  });

  test("the list of episodes is answered with 304 when the browser's copy is current", async () => {
    const first = await site.call('GET', '/api/episodes?q=ana');
    const again = await site.call('GET', '/api/episodes?q=ana', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('the list of episodes is served with its age while the provider is down for a day', async () => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    await site.rows('PATCH', 'jobs?name=eq.videos', { last_success_at: yesterday, last_error: 'the video provider did not answer' });
    await site.until(
      () => list(),
      ({ syncedAt }) => syncedAt === yesterday,
    );
    expect((await list()).total).toBe(EPISODES);
  });
});

describe('the page of an episode', () => {
  test("an episode's page has chapters and the neighbouring episodes", async () => {
    const { episodes } = await list();
    const { episode, chapters, previous, next } = await page(episodes[1]?.slug ?? '');
    expect(episode).toEqual(expect.objectContaining({ id: episodes[1]?.id, slug: episodes[1]?.slug }));
    expect(chapters[0]).toEqual({ startSeconds: 0, title: 'O canto do campo' });
    expect([next?.slug, previous?.slug]).toEqual([episodes[0]?.slug, episodes[2]?.slug]);
    expect((await page(episodes[0]?.slug ?? '')).next).toBeNull();
    expect((await page(episodes.at(-1)?.slug ?? '')).previous).toBeNull();
  });

  test("an episode's page shows related or linked books that are on sale", async () => {
    await site.addBooks(
      { id: 'salmos', title: 'Trinta manhãs com os Salmos' },
      { id: 'jardim', title: 'Um jardim' },
      { id: 'rascunho', title: 'Salmo por salmo', state: 'draft' },
    );
    const [psalm] = (await list({ q: 'Salmo 23 linha' })).episodes;
    const books = async () => (await page(psalm?.slug ?? '')).ebooks.map(({ id }) => id);
    expect(await site.until(books, (ids) => ids.length > 0)).toEqual(['salmos']);
    await site.rows('POST', 'episode_ebooks', [
      { episode_id: psalm?.id, ebook_id: 'rascunho', position: 0 },
      { episode_id: psalm?.id, ebook_id: 'jardim', position: 1 },
    ]);
    expect(await site.until(books, (ids) => ids[0] !== 'salmos')).toEqual(['jardim']);
  });

  test("an episode's old address leads to the new address, until the video is removed", async () => {
    const change = (method: string, path: string, body?: object) =>
      fetch(`${site.addresses.videos}/_local/${path}`, { method, body: body ? JSON.stringify(body) : null });
    const [episode] = (await list({ q: 'Agar no deserto' })).episodes;
    const [id, old] = [episode?.id ?? '', episode?.slug ?? ''];
    await change('PATCH', `videos/${id}`, { title: 'Agar, que deu um nome a Deus' });
    await sync();
    expect(
      (
        await site.until(
          () => page(old),
          (found) => found.episode.slug !== old,
        )
      ).episode.slug,
    ).toBe('agar-que-deu-um-nome-a-deus');
    await change('DELETE', `videos/${id}`);
    await sync();
    const status = async (slug: string) => (await site.call('GET', `/api/episodes/${slug}`)).status;
    await site.until(
      () => status(old),
      (answer) => answer === 404,
    );
    expect(await status('agar-que-deu-um-nome-a-deus')).toBe(404);
    expect(titles(await list({ q: 'Agar, que deu' }))).not.toContain('Agar, que deu um nome a Deus');
    await change('DELETE', 'videos');
    await sync();
  });

  test.each(['nenhum', 'NENHUM', '..%2F..', '%00', 'a'.repeat(300), '%F0%9F%94%A5'])('an episode is not found at %s', async (slug) => {
    expect((await site.call('GET', `/api/episodes/${slug}`)).status).toBe(404);
  });
});

describe('the feed', () => {
  test('the feed links to pages and chapters, is readable by pages of other sites, and a reader with the current feed gets 304', async () => {
    const answer = await fetch(`${site.addresses.api}/podcast.xml`);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    expect(text.match(/<item>/g)?.length).toBeGreaterThanOrEqual(EPISODES - 1);
    expect(text).toContain(`<link>${site.addresses.site}/podcast/serie-ruth-1-a-coragem-de-quem-decide-ficar</link>`);
    const [, address = ''] = /podcast:chapters url="([^"]+)"/.exec(text) ?? [];
    const chapters = await site.call('GET', new URL(address).pathname);
    expect(v.parse(endpoints['GET /api/episodes/:slug/chapters'].answer, chapters.json).chapters[0]).toMatchObject({ startTime: 0 });

    const again = await fetch(`${site.addresses.api}/podcast.xml`, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    for (const shared of [answer, chapters, again]) expect(shared.headers.get('access-control-allow-origin')).toBe('*');
    expect((await site.call('GET', '/api/episodes')).headers.has('access-control-allow-origin')).toBe(false);
  });

  test('the feed has no chapters for an episode without any', async () => {
    const [episode] = (await list({ q: 'Anjos, medo' })).episodes;
    expect((await site.call('GET', `/api/episodes/${episode?.slug}/chapters`)).status).toBe(404);
  });
});

const NOTHING_SAID = { isHidden: false, ownSlug: '', categories: [], notes: { 'pt-BR': '', en: '' }, ebooks: [] };

describe("the owner's edits of an episode", () => {
  const admin = (method: string, path: string, body?: object) =>
    site.call(method, `/api/admin/episodes${path}`, { token, ...(body ? { body } : {}) });
  async function about(title: string): Promise<AdminEpisode> {
    const { json } = await admin('GET', `?${new URLSearchParams({ q: title })}`);
    return (await admin('GET', `/${json.episodes[0].id}`)).json;
  }
  async function say({ id, revision }: AdminEpisode, said: Partial<typeof NOTHING_SAID>): Promise<AdminEpisode> {
    const { status, json, text } = await admin('PUT', `/${id}`, { ...NOTHING_SAID, ...said, revision });
    expect(status, text).toBe(200);
    return v.parse(v.strictObject(endpoints['PUT /api/admin/episodes/:id'].answer.entries), json);
  }
  const refusalOf = async ({ id, revision }: AdminEpisode, said: object) =>
    (await admin('PUT', `/${id}`, { ...NOTHING_SAID, ...said, revision })).json.error;
  const status = async (path: string) => (await site.call('GET', path)).status;
  const provider = (method: string, path: string, body?: object) =>
    fetch(`${site.addresses.videos}/_local/${path}`, { method, body: body ? JSON.stringify(body) : null });

  test("the owner's list of episodes has every episode, newest or oldest first, page by page", async () => {
    const walk = async (query: Record<string, string>) => {
      const ids: string[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const { json } = await admin('GET', `?${new URLSearchParams({ ...query, after })}`);
        ids.push(...json.episodes.map((episode: AdminEpisode) => episode.id));
        after = json.nextCursor;
      }
      return ids;
    };
    const newest = await walk({});
    expect(newest.length).toBeGreaterThan(20);
    expect(await walk({ sort: 'oldest' })).toEqual([...newest].reverse());
    const { json } = await admin('GET', '?sort=oldest');
    const second = await admin('GET', `?${new URLSearchParams({ sort: 'oldest', after: json.nextCursor })}`);
    const back = await admin('GET', `?${new URLSearchParams({ sort: 'oldest', before: second.json.previousCursor })}`);
    expect(back.json.episodes).toEqual(json.episodes);
  });

  test('a hidden episode is in no list, search, feed, sitemap, count or neighbour, and only a preview shows it', async () => {
    const [newest, second, third] = (await list()).episodes;
    const before = await about(second?.title ?? '');
    const hidden = await say(before, { isHidden: true });
    expect(hidden.state).toBe('hidden');
    expect(await list()).toMatchObject({ total: EPISODES - 1 });
    expect(titles(await list({ q: hidden.title }))).toEqual([]);
    expect(await status(`/api/episodes/${hidden.slug}`)).toBe(404);
    expect((await page(newest?.slug ?? '')).previous?.slug).toBe(third?.slug);
    for (const file of ['/podcast.xml', '/sitemap.xml'])
      expect((await site.call('GET', file)).text).not.toContain(`/podcast/${hidden.slug}<`);
    const counters = (await site.call('GET', '/api/admin/channel', { token })).json;
    expect(counters).toMatchObject({ shown: EPISODES - 1, hidden: 1, channel: { id: channelId } });
    expect((await admin('GET', '?state=hidden')).json.episodes).toMatchObject([{ id: hidden.id }]);
    const { episodes } = (await site.call('GET', `/api/admin/search?${new URLSearchParams({ q: hidden.title })}`, { token })).json;
    expect(episodes).toMatchObject([{ id: hidden.id, isHidden: true }]);

    const draft = { ...NOTHING_SAID, isHidden: true, notes: { 'pt-BR': 'Rascunho.', en: '' } };
    const { preview } = (await admin('POST', `/${hidden.id}/preview`, draft)).json;
    const seen = await site.call('GET', `/api/episodes/${hidden.slug}?preview=${preview}`);
    expect([seen.headers.get('cache-control'), seen.json.notes.text]).toEqual(['no-store', 'Rascunho.']);
    expect(await status(`/api/episodes/${hidden.slug}?preview=7d444840-9dc0-4a6c-8f2e-1b2c3d4e5f60`)).toBe(404);

    await sync();
    expect((await about(hidden.title)).state).toBe('hidden');
    expect((await say(await about(hidden.title), {})).state).toBe('shown');
    expect(await list()).toMatchObject({ total: EPISODES });
  });

  test("the owner's edits survive channel syncs, a new title, and an episode that leaves and returns", async () => {
    await site.addBooks({ id: 'escolhido', title: 'Um livro que nada tem com isso' });
    const first = await about('Salmo 23 linha');
    const said = await say(first, {
      ownSlug: 'O-Bom-Pastor ',
      categories: ['Ruth', 'Oração'],
      notes: { 'pt-BR': 'Leia **antes**.\n\nE depois.', en: '' },
      ebooks: ['escolhido'],
    } as Partial<typeof NOTHING_SAID>);
    expect([said.slug, said.ownSlug]).toEqual(['o-bom-pastor', 'o-bom-pastor']);
    await provider('PATCH', `videos/${said.id}`, { title: 'Salmo 23, outra vez', description: 'Outras palavras.' });
    await sync();
    await provider('DELETE', `videos/${said.id}`);
    await sync();
    expect((await about('Salmo 23')).state).toBe('removed');
    await provider('DELETE', 'videos');
    await provider('PATCH', `videos/${said.id}`, { title: 'Salmo 23, outra vez' });
    await sync();

    const found = await page('o-bom-pastor');
    expect(found).toMatchObject({
      episode: { title: 'Salmo 23, outra vez', slug: 'o-bom-pastor' },
      notes: { text: 'Leia **antes**.\n\nE depois.', locale: 'pt-BR' },
      ebooks: [{ id: 'escolhido' }],
    });
    expect((await page(first.slug)).episode.slug).toBe('o-bom-pastor');
    expect((await site.call('GET', '/api/episodes/o-bom-pastor?locale=en')).json.notes.locale).toBe('pt-BR');
    expect(titles(await list({ category: 'ruth' }))).toContain('Salmo 23, outra vez');
    expect(titles(await list({ category: 'ORACAO' }))).toContain('Salmo 23, outra vez');
    const feed = await site.until(
      async () => (await site.call('GET', '/podcast.xml')).text,
      (text) => text.includes('o-bom-pastor'),
    );
    expect(feed).toMatch(/E depois[.]<[/]itunes:summary>\s*<category>Ruth<[/]category>\s*<category>Oração<[/]category>/);

    const { entries: changes } = (await site.call('GET', '/api/admin/audit-log?kind=episode', { token })).json;
    expect(changes[0]).toMatchObject({
      action: 'episode_edited',
      subject: { id: said.id, name: 'Salmo 23, outra vez' },
      after: { slug: 'o-bom-pastor', ebooks: ['escolhido'] },
    });
    // Without the owner's own address the episode has the address of its title again.
    expect((await say(await about('Salmo 23'), {})).slug).toBe('salmo-23-outra-vez');
    expect((await page('o-bom-pastor')).episode.slug).toBe('salmo-23-outra-vez');
    await provider('DELETE', 'videos');
    await sync();
  });

  test("invalid edits are rejected by field, and never overwrite another admin's edits", async () => {
    const [one, other] = [await about('Débora'), await about('Anjos, medo')];
    expect(await refusalOf(one, { ownSlug: other.slug })).toMatchObject({ code: 'invalid_input', fields: { ownSlug: 'slug_taken' } });
    const { slug } = (await admin('GET', `/${one.id}/free-slug?slug=${other.slug}`)).json;
    expect(slug).toBe(`${other.slug}-2`);
    expect(await refusalOf(one, { ownSlug: 'feed' })).toMatchObject({ fields: { ownSlug: 'slug_reserved' } });
    const long = 'a'.repeat(5_001);
    expect(await refusalOf(one, { ownSlug: 'não é', notes: { 'pt-BR': long, en: '' }, categories: ['a'.repeat(61)] })).toMatchObject({
      fields: { ownSlug: 'slug', 'notes.pt-BR': 'too_long', 'categories.0': 'too_long' },
    });
    expect(await refusalOf(one, { ebooks: ['nenhum'] })).toMatchObject({ fields: { ebooks: 'ebook_gone' } });
    await say(one, { ownSlug: slug });
    expect(await refusalOf(one, {})).toMatchObject({ code: 'changed_meanwhile' });
    await say(await about('Débora'), {});
  });

  test('an episode can have its own picture and return to the channel’s, and unused pictures are removed', async () => {
    const uploads = bookUploadsOf(site, token);
    const { id, revision, picture } = await site.until(
      () => about('Débora'),
      (episode) => episode.picture !== null,
    );
    async function send(bytes: Uint8Array): Promise<string> {
      const { id: upload, url } = (await admin('POST', `/${id}/picture-uploads`, { size: bytes.length })).json;
      expect(await uploads.send(url, bytes)).toBe(200);
      return upload;
    }
    const put = (upload: string | null, of = revision) => admin('PUT', `/${id}/picture`, { upload, revision: of });
    const svg = await put(await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')));
    expect([svg.status, svg.json.error.fields]).toEqual([400, { picture: 'not_picture' }]);
    expect((await admin('POST', `/${id}/picture-uploads`, { size: 11 * 1024 ** 2 })).json.error.fields).toEqual({ size: 'too_large' });

    const upload = await send(
      await sharp({ create: { width: 900, height: 900, channels: 3, background: '#5d6532' } })
        .jpeg()
        .toBuffer(),
    );
    const changed = (await put(upload)).json;
    expect(changed).toMatchObject({ hasOwnPicture: true, revision: revision + 1 });
    // The same request sent twice is one change.
    expect((await put(upload)).json.revision).toBe(revision + 1);
    const key = changed.picture.base.slice(1);
    const own = (await uploads.filesIn('store-assets', 'thumbnails/')).filter((name) => name.startsWith(key));
    expect(own).toHaveLength(8);
    await sync();
    expect((await about('Débora')).picture).toEqual(changed.picture);

    const back = (await put(null, revision + 1)).json;
    expect([back.hasOwnPicture, back.picture]).toEqual([false, picture]);
    expect(await uploads.sweep()).toEqual([]);
    const left = await uploads.filesIn('store-assets', 'thumbnails/');
    expect(left.filter((name) => name.startsWith(key))).toEqual([]);
    expect(left.some((name) => name.startsWith(`thumbnails/${id}-`))).toBe(true);
  });

  test("the owner's channel settings show the result of the last sync", async () => {
    const channel = async () => (await site.call('GET', '/api/admin/channel', { token })).json;
    const [episode] = (await list()).episodes;
    await site.call('POST', '/api/admin/channel-readings', { token });
    expect((await channel()).lastReading).toMatchObject({ error: null, added: 0, changed: 0, removed: 0 });
    await provider('PATCH', `videos/${episode?.id}`, { description: 'Outra.' });
    await site.call('POST', '/api/admin/channel-readings', { token });
    expect((await channel()).lastReading).toMatchObject({ added: 0, changed: 1, removed: 0 });
    await provider('DELETE', 'videos');
    await sync();
  });
});
