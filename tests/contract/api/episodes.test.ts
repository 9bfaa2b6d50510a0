import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import type { EpisodeList, EpisodePage } from '@site/shared/contracts/episodes.ts';
import pino from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoChannel } from '../../../api/local/demo/channel.ts';
import { createData } from '../../../api/src/gateways/supabase/data.ts';
import { createYouTube } from '../../../api/src/gateways/videos/youtube.ts';
import { syncChannel } from '../../../api/src/resources/episodes/channel-sync.ts';
import { type ApiSite, startApiSite } from './api-site.ts';

const { channelId } = demoChannel;
const EPISODES = 24;

let site: ApiSite;
let sync: () => Promise<void>;

beforeAll(async () => {
  site = await startApiSite();
  const { youtubeApiKey: apiKey } = JSON.parse(await readFile(join(site.dir, 'secrets.json'), 'utf8'));
  const data = createData(site.addresses.data, site.internal.dataSecretKey);
  const source = createYouTube({ apiUrl: `${site.addresses.videos}/youtube/v3`, apiKey, channelId });
  sync = () => syncChannel({ source, data, log: pino({ level: 'silent' }), channelId }, async () => undefined);
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
  test('is the channel, newest first, with the chips and links of the owner', async () => {
    const all = await list();
    expect(all).toMatchObject({ total: EPISODES, nextCursor: null, isSample: false, categories: ['Ruth', 'Sobrenatural', 'Apocalipse'] });
    expect(all.links.youtube).toBe(`https://www.youtube.com/channel/${channelId}`);
    const days = all.episodes.map(({ publishedAt }) => publishedAt);
    expect(days).toEqual(days.toSorted().toReversed());
  });

  test.each([
    ['SALMO 23', 'Salmo 23 linha por linha'],
    ['debora embaixo', 'Débora embaixo da palmeira'],
    ['oraçao é so', 'Quando a oração é só silêncio'],
    ['mandamento inteiro, com as vacas', 'Descansar não é prêmio: uma conversa sobre o sábado'],
  ])('finds %s whatever its accents and case', async (q, title) => {
    expect(titles(await list({ q }))).toEqual([title]);
  });

  test('finds the beginnings of words by one or two letters', async () => {
    expect(titles(await list({ q: 'ru' })).length).toBeGreaterThanOrEqual(4);
    expect(titles(await list({ q: 'zz' }))).toEqual([]);
  });

  test('a chip is looked for in titles only, and narrows a search', async () => {
    expect(titles(await list({ category: 'ruth' }))).toHaveLength(4);
    expect(titles(await list({ category: 'Noemi' })), 'only in descriptions').toEqual([]);
    expect(titles(await list({ category: 'Ruth', q: 'sandalia' }))).toEqual(['Série Ruth 4: o portão da cidade e um final que é começo']);
    expect(await list({ category: '%' })).toMatchObject({ total: 0, episodes: [] });
  });

  test('tells a browser that its copy is still right', async () => {
    const first = await site.call('GET', '/api/episodes?q=ana');
    const again = await site.call('GET', '/api/episodes?q=ana', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('goes on with its age while the provider is down for a day', async () => {
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
  test('has chapters, and the episodes before and after it', async () => {
    const { episodes } = await list();
    const { episode, chapters, previous, next } = await page(episodes[1]?.slug ?? '');
    expect(episode).toEqual(expect.objectContaining({ id: episodes[1]?.id, slug: episodes[1]?.slug }));
    expect(chapters[0]).toEqual({ startSeconds: 0, title: 'O canto do campo' });
    expect([next?.slug, previous?.slug]).toEqual([episodes[0]?.slug, episodes[2]?.slug]);
    expect((await page(episodes[0]?.slug ?? '')).next).toBeNull();
    expect((await page(episodes.at(-1)?.slug ?? '')).previous).toBeNull();
  });

  test('shows books that share its words, or those that the owner linked, as long as they are on sale', async () => {
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

  test('answers at its old address with the new one, and is gone when its video is', async () => {
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
    expect((await list({ q: 'Agar, que deu' })).total).toBe(0);
    await change('DELETE', 'videos');
    await sync();
  });

  test.each(['nenhum', 'NENHUM', '..%2F..', '%00', 'a'.repeat(300), '%F0%9F%94%A5'])('is not found at %s', async (slug) => {
    expect((await site.call('GET', `/api/episodes/${slug}`)).status).toBe(404);
  });
});

describe('the feed', () => {
  test('leads to the pages and chapters of the episodes, and is sent once', async () => {
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
  });

  test('has no chapters for an episode without any', async () => {
    const [episode] = (await list({ q: 'Anjos, medo' })).episodes;
    expect((await site.call('GET', `/api/episodes/${episode?.slug}/chapters`)).status).toBe(404);
  });
});
