import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoChannel, secondChannel } from '../../../api/local/demo/channel.ts';
import type { ChannelVideo } from '../../../api/local/videos/channel-types.ts';
import { createData, type Data } from '../../../api/src/gateways/supabase/data.ts';
import type { EpisodeSource } from '../../../api/src/gateways/videos/episode-source.ts';
import { createYouTube } from '../../../api/src/gateways/videos/youtube.ts';
import { runJob, startJobs } from '../../../api/src/platform/jobs.ts';
import { channelSyncJob, readChannelNow, syncChannel } from '../../../api/src/resources/channel/episodes/channel-sync.ts';
import { readEpisodes } from '../../../api/src/resources/channel/episodes/episodes.service.ts';
import { savePictures } from '../../../api/src/resources/channel/episodes/picture-worker.ts';
import { automaticDraftsJob } from '../../../api/src/resources/writing/automatic-drafts/automatic-drafts-job.ts';
import { startOnly } from '../stand-ins/targets.ts';
import type { ApiSite } from './api-site.ts';
import { attempt } from './attempt.ts';
import { toolsOf } from './site-tools.ts';

type Row = { id: string; slug: string; title: string; removed_at: string | null; duration_seconds: number; spotify_url: string | null };
type PictureRow = { id: string; picture_version: string | null; picture_due_at: string; picture_attempts: number };

const { channelId } = demoChannel;
const DAY_MS = 86_400_000;
const log = pino({ level: 'silent' });
const always = async () => undefined;

let tools: Omit<ApiSite, 'dir' | 'close' | 'tokenOf'>;
let close: () => Promise<void>;
let data: Data;
let apiKey: string;

const newSource = (change: { pausesMs?: number[] } = {}): EpisodeSource =>
  createYouTube({ apiUrl: `${tools.addresses.videos}/youtube/v3`, apiKey, pausesMs: [1, 1], ...change });

/** Syncs the channel like one instance does every half an hour. */
const sync = (source = newSource(), id: string | null = channelId) => syncChannel({ source, data, log }, id, always);
/** Makes the daily sync of every upload due. */
const aDayPasses = () => tools.rows('PATCH', `channel_sync?channel_id=eq.${channelId}`, { whole_at: ago(1) });
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

async function provider<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`${tools.addresses.videos}/_local/${path}`, {
    method,
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
const callsSince = async (work: () => Promise<unknown>) => {
  await provider('DELETE', 'calls');
  await work();
  return await provider<Record<string, number>>('GET', 'calls');
};

const video = (number: number, change: Partial<ChannelVideo> = {}): ChannelVideo => ({
  id: `v${String(number).padStart(10, '0')}`,
  title: `Episódio ${number}`,
  description: 'Uma descrição.',
  publishedAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString().replace('.000', ''),
  duration: 'PT40M',
  ...change,
});
const many = (count: number) => Array.from({ length: count }, (_, index) => video(index + 1));
const idOf = (number: number) => video(number).id;

const rows = (filter = '') =>
  tools.rows<Row>(
    'GET',
    `episodes?select=id,slug,title,removed_at,duration_seconds,spotify_url&order=published_at.desc&limit=200${filter}`,
  );
const shown = () => rows('&removed_at=is.null');
const total = async () => (await readEpisodes(data, { size: 1 })).total;
const row = async (number: number) => (await rows(`&id=eq.${idOf(number)}`))[0];
const slugsOf = async (number: number) =>
  (await tools.rows<{ slug: string }>('GET', `episode_slugs?episode_id=eq.${idOf(number)}&select=slug&order=slug`)).map(({ slug }) => slug);

beforeAll(async () => {
  const started = await startOnly(['data', 'videos']);
  close = started.close;
  tools = toolsOf(started.site);
  data = createData(started.site.addresses.data, started.site.file.internal.dataSecretKey);
  apiKey = JSON.parse(await readFile(join(started.dir, 'secrets.json'), 'utf8')).youtubeApiKey;
});
afterAll(async () => await close?.());

beforeEach(async () => {
  for (const control of ['failure', 'loop', 'calls']) await provider('DELETE', control);
  for (const table of ['episodes?id=neq.', 'channel_clips?id=neq.', 'channel_sync?channel_id=neq.', 'jobs?name=eq.videos'])
    await tools.rows('DELETE', table);
});

describe('a channel sync', () => {
  test('a channel sync shows only videos longer than two minutes, from seconds to days', async () => {
    const link = 'https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk';
    await provider('PUT', 'videos', [
      video(1, { duration: 'PT2M' }),
      video(2, { duration: 'PT2M1S', description: `Ouça: ${link}?si=1` }),
      video(3, { duration: 'P1DT2H3M4S' }),
      video(4, { duration: 'P0D' }),
    ]);
    await sync();
    expect((await shown()).map(({ id, duration_seconds, spotify_url }) => [id, duration_seconds, spotify_url])).toEqual([
      [idOf(3), 93_784, null],
      [idOf(2), 121, link],
    ]);
  });

  test.each([
    ['scheduled premiere', { live: 'upcoming', duration: 'PT40M' }],
    ['scheduled broadcast', { live: 'upcoming', duration: 'P0D' }],
    ['live broadcast', { live: 'live', duration: 'PT3M' }],
  ] as const)('a channel sync shows a %s once it is a video', async (_, now) => {
    await provider('PUT', 'videos', [video(1), video(2, now)]);
    await sync();
    expect((await shown()).map(({ id }) => id)).toEqual([idOf(1)]);
    await provider('PATCH', `videos/${idOf(2)}`, { live: null, duration: 'PT1H' });
    await sync();
    expect(await shown()).toHaveLength(2);
  });

  test('a channel sync stores which videos only the provider may play, and when that ends', async () => {
    await provider('PUT', 'videos', [video(1, { isEmbeddingOff: true }), video(2, { isAgeRestricted: true }), video(3)]);
    const external = async () =>
      (await readEpisodes(data, { size: 9 })).episodes.filter(({ media }) => media?.isExternal).map(({ id }) => id);
    await sync();
    expect(await external()).toEqual([idOf(2), idOf(1)]);
    await provider('PATCH', `videos/${idOf(1)}`, { isEmbeddingOff: false });
    await sync();
    expect(await external()).toEqual([idOf(2)]);
  });

  test('a channel sync stores the player and the address that the source names', async () => {
    await provider('PUT', 'videos', [video(1)]);
    const played = async () => (await readEpisodes(data, { size: 1 })).episodes.map(({ media }) => media);
    await sync();
    expect(await played()).toEqual([{ kind: 'youtube', url: `https://www.youtube.com/watch?v=${idOf(1)}` }]);
    const source = newSource();
    await sync({
      ...source,
      readUploads: async (ids) => {
        const read = await source.readUploads(ids);
        const moved = (id: string) => ({ kind: 'youtube' as const, url: `https://videos.test/${id}` });
        return { ...read, episodes: read.episodes.map((episode) => ({ ...episode, media: moved(episode.id) })) };
      },
    });
    expect(await played()).toEqual([{ kind: 'youtube', url: `https://videos.test/${idOf(1)}` }]);
  });

  test('a sync of a channel without videos succeeds and shows no episode', async () => {
    await provider('PUT', 'videos', []);
    await sync();
    expect(await shown()).toEqual([]);
  });

  test('a sync of an unknown channel reports that it does not exist', async () => {
    await expect(sync(newSource({ pausesMs: [] }), 'UCnobody')).rejects.toMatchObject({ reason: 'channel_not_found' });
  });

  test('a channel sync shows a broadcast once it has ended', async () => {
    await provider('PUT', 'videos', [video(1), video(2, { duration: 'P0D' })]);
    await sync();
    await provider('PATCH', `videos/${idOf(2)}`, { duration: 'PT1H' });
    await sync();
    expect(await shown()).toHaveLength(2);
  });

  test('a complete sync of 5,000 videos costs two quota units for every 50 videos', async () => {
    await provider('PUT', 'videos', many(5_000));
    expect(await callsSince(sync)).toEqual({ channels: 1, playlistItems: 100, videos: 100 });
    expect(await total()).toBe(5_000);
    expect(await callsSince(sync)).toEqual({ channels: 1, playlistItems: 1, videos: 1 });

    await provider('PUT', 'videos', [...many(5_000), ...Array.from({ length: 60 }, (_, index) => video(5_001 + index))]);
    expect(await callsSince(sync), 'new ones, up to the first page that is known').toEqual({ channels: 1, playlistItems: 3, videos: 2 });

    await aDayPasses();
    expect(await callsSince(sync)).toEqual({ channels: 1, playlistItems: 102, videos: 102 });
    const [state] = await tools.rows('GET', `channel_sync?channel_id=eq.${channelId}&select=units`);
    expect(state, 'units of this day, for the owner').toEqual({ units: 201 + 3 + 6 + 205 });
  }, 180_000);

  test('a channel sync that was interrupted anywhere is completed by the next one', async () => {
    await provider('PUT', 'videos', many(120));
    let left = 4;
    const dies = async () => {
      left -= 1;
      if (left < 0) throw new Error('killed');
    };
    await expect(syncChannel({ source: newSource(), data, log }, channelId, dies)).rejects.toThrow('killed');
    expect((await shown()).length).toBe(100);
    await sync();
    expect(await shown()).toHaveLength(120);
  });

  test('a channel sync updates the texts of an old video once a day', async () => {
    await provider('PUT', 'videos', many(60));
    await sync();
    await provider('PATCH', `videos/${idOf(1)}`, { description: 'Novas palavras.' });
    const description = async () => (await tools.rows('GET', `episodes?id=eq.${idOf(1)}&select=description`))[0]?.description;
    await sync();
    expect(await description()).toBe('Uma descrição.');
    await aDayPasses();
    await sync();
    expect(await description()).toBe('Novas palavras.');
  });

  test('a requested channel sync reads every upload and hides an old video that was removed', async () => {
    await provider('PUT', 'videos', many(60));
    await sync();
    await provider('DELETE', `videos/${idOf(1)}`);
    await sync();
    expect(await shown()).toHaveLength(60);
    const { outcome } = await readChannelNow({ source: newSource(), data, log, getChannelId: async () => channelId });
    expect([outcome, (await shown()).length]).toEqual(['read', 59]);
  });
});

describe('changes of the channel', () => {
  beforeEach(async () => {
    await provider('PUT', 'videos', many(60));
    await sync();
  });

  test('a video made private or removed is hidden within a day, and is the same episode when it returns', async () => {
    await provider('PATCH', `videos/${idOf(2)}`, { privacy: 'private' });
    await provider('PATCH', `videos/${idOf(3)}`, { privacy: 'unlisted' });
    await provider('DELETE', `videos/${idOf(60)}`);
    await aDayPasses();
    await sync();
    expect((await rows('&removed_at=not.is.null')).map(({ id }) => id)).toEqual([idOf(60), idOf(3), idOf(2)]);

    await provider('PATCH', `videos/${idOf(2)}`, { privacy: 'public' });
    await aDayPasses();
    await sync();
    expect(await row(2)).toMatchObject({ removed_at: null, slug: 'episodio-2' });
  });

  test('a video that moved to the preceding page during the sync stays, and a video that left is hidden', async () => {
    await provider('PUT', 'videos', many(8));
    await sync();
    await provider(
      'PUT',
      'videos',
      many(8).filter(({ id }) => id !== idOf(5)),
    );
    const source = newSource();
    const listed: EpisodeSource['listUploads'] = async function* (id) {
      for await (const page of source.listUploads(id)) yield { ...page, uploads: page.uploads.filter((upload) => upload.id !== idOf(3)) };
    };
    await sync({ ...source, listUploads: listed });
    expect([(await row(3))?.removed_at, (await row(5))?.removed_at]).toEqual([null, expect.any(String)]);
  });

  test('a renamed episode gets a new address, and the old address still leads to it', async () => {
    await provider('PATCH', `videos/${idOf(60)}`, { title: 'Outro nome' });
    await provider('PATCH', `videos/${idOf(1)}`, { title: 'Nome antigo, mas novo' });
    await sync();
    expect((await row(60))?.slug, 'among the newest at once').toBe('outro-nome');
    await aDayPasses();
    await sync();
    expect((await row(1))?.slug, 'the others within a day').toBe('nome-antigo-mas-novo');
    expect(await slugsOf(60)).toEqual(['episodio-60', 'outro-nome']);

    await provider('PUT', 'videos', [...many(59), video(60, { title: 'OUTRO NOME!' }), video(61, { title: 'Episódio 60' })]);
    await sync();
    expect((await row(60))?.slug, 'the same words').toBe('outro-nome');
    expect((await row(61))?.slug, 'an address is never given twice').toMatch(/^episodio-60-[0-9a-f]{4}$/);

    await provider('PATCH', `videos/${idOf(60)}`, { title: 'Episódio 60' });
    await sync();
    expect((await row(60))?.slug, 'its own first one').toBe('episodio-60');
  });

  test('a channel sync gives every episode an address, whatever its title contains', async () => {
    const titles = ['🔥🙏', '🔥🙏', 'שלום עולם', 'Ação & Graça', '—', 'x'.repeat(100), 'palavra longa '.repeat(7).trim()];
    await provider(
      'PUT',
      'videos',
      titles.map((title, index) => video(index + 1, { title })),
    );
    await sync();
    const found = await shown();
    expect(found.map(({ title }) => title).toReversed()).toEqual(titles);
    const slugs = found.map(({ slug }) => slug).toReversed();
    expect(new Set(slugs).size).toBe(titles.length);
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(slugs[3]).toBe('acao-graca');
    expect(slugs[6]).toBe('palavra-longa-palavra-longa-palavra-longa-palavra-longa');
  });

  test('each sync reads a short channel completely', async () => {
    await provider('PUT', 'videos', many(2));
    await sync();
    expect(await total()).toBe(2);
  });

  test('a channel that suddenly shows no video is a fault, and no episode is hidden', async () => {
    await provider('PUT', 'videos', []);
    await aDayPasses();
    await expect(sync()).rejects.toMatchObject({ reason: 'channel_empty' });
    expect(await shown()).toHaveLength(60);
  });
});

test('a new episode gets its drafts once, unless it is old, one of dozens, or part of the first sync', async () => {
  const news = () =>
    tools.rows<{ about_id: string; post_id: string | null }>('GET', 'automatic_drafts?select=about_id,post_id&order=about_id');
  const make = () => runJob(automaticDraftsJob({ data }), 0, { data, log, signal: new AbortController().signal });
  const today = { publishedAt: new Date(Date.now() - 3_600_000).toISOString() };
  const first = [...many(60), video(61, today)];
  await provider('PUT', 'videos', first);
  let left = 1;
  const dies = async () => {
    left -= 1;
    if (left < 0) throw new Error('killed');
  };
  await expect(syncChannel({ source: newSource(), data, log }, channelId, dies)).rejects.toThrow('killed');
  // This sync creates the remaining drafts about the first episode.
  await sync();
  expect(await news()).toEqual([]);

  const old = { publishedAt: ago(4) };
  const later = [...first, video(62, old), video(63, today), video(64, { ...today, description: '' })];
  await provider('PUT', 'videos', later);
  await sync();
  await tools.rows('PATCH', `episodes?id=eq.${idOf(64)}`, { is_hidden: true });
  await Promise.all([make(), make()]);
  await make();
  const [shownOne, hiddenOne] = await news();
  expect([shownOne?.about_id, hiddenOne]).toEqual([idOf(63), { about_id: idOf(64), post_id: null }]);
  const [draft] = await tools.rows<object>('GET', `post_drafts?post_id=eq.${shownOne?.post_id}&locale=eq.pt-BR&select=title,lead,body`);
  expect(draft).toMatchObject({
    ...{ title: 'Novo episódio: Episódio 63', lead: 'Uma descrição.' },
    body: { content: [{ type: 'paragraph' }, { type: 'episode', attrs: { id: idOf(63) } }] },
  });
  await tools.rows('PATCH', `episodes?id=eq.${idOf(64)}`, { is_hidden: false });
  await make();
  expect(await tools.rows('GET', 'posts?select=kind,state')).toEqual(Array.from({ length: 2 }, () => ({ kind: 'text', state: 'draft' })));

  // Deleted drafts are not created again, even if the episode leaves and returns or many episodes are new.
  await tools.rows('DELETE', `posts?id=eq.${shownOne?.post_id}`);
  await provider('DELETE', `videos/${idOf(63)}`);
  await aDayPasses();
  await sync();
  await provider('PUT', 'videos', [...later, ...Array.from({ length: 12 }, (_, index) => video(65 + index, today))]);
  await sync();
  await make();
  expect((await news()).filter(({ post_id }) => post_id !== null).map(({ about_id }) => about_id)).toEqual([idOf(64), idOf(65)]);
  expect(await tools.rows('GET', 'campaigns?select=state')).toEqual([{ state: 'draft' }, { state: 'draft' }]);
});

describe('a failing video provider', () => {
  beforeEach(async () => {
    await provider('PUT', 'videos', many(120));
    await sync();
    await provider('DELETE', 'calls');
  });

  test("a channel sync retries a provider's answer of 500 several times", async () => {
    await provider('POST', 'failure', { reason: 'backendError', times: 2 });
    await sync();
    await provider('POST', 'failure', { reason: 'backendError', times: 3 });
    await expect(sync()).rejects.toThrow('the video provider did not answer channels: 500 backendError');
    expect(await shown()).toHaveLength(120);
  });

  test('after an exceeded quota, a channel sync sends no requests until the provider’s midnight', async () => {
    await provider('POST', 'failure', { reason: 'quotaExceeded' });
    await expect(sync()).rejects.toThrow('quota exceeded');
    expect(await callsSince(() => sync().catch(() => undefined)), 'no call').toEqual({});
    const [state] = await tools.rows<{ blocked_until: string }>('GET', `channel_sync?channel_id=eq.${channelId}&select=blocked_until`);
    const until = new Date(state?.blocked_until ?? 0);
    const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Los_Angeles', timeStyle: 'medium' }).format(until);
    expect(hour).toBe('00:00:00');
    expect(until.getTime() - Date.now()).toBeGreaterThan(0);
    expect(until.getTime() - Date.now()).toBeLessThan(DAY_MS + 3_600_000);

    await tools.rows('PATCH', `channel_sync?channel_id=eq.${channelId}`, { blocked_until: ago(0) });
    await sync();
    expect(await callsSince(sync)).toEqual({ channels: 1, playlistItems: 1, videos: 1 });
  });

  test('a sync whose pages link in a circle ends and hides no episode', async () => {
    await provider('PUT', 'loop');
    await aDayPasses();
    expect(await callsSince(() => expect(sync()).rejects.toThrow('round in circles'))).toMatchObject({ playlistItems: 4 });
    expect(await shown()).toHaveLength(120);
  });

  test("a sync hides the videos that the provider's answer lacks, but none if the answer lacks all of them", async () => {
    const source = newSource();
    const onlyOf = (some: (ids: readonly string[]) => readonly string[]): EpisodeSource => ({
      ...source,
      readUploads: async (ids) => {
        const kept = some(ids);
        return { ...(await source.readUploads(kept)), missing: ids.filter((id) => !kept.includes(id)) };
      },
    });
    await expect(sync(onlyOf(() => []))).rejects.toThrow('none of the videos that it listed');
    expect(await shown()).toHaveLength(120);
    await sync(onlyOf((ids) => ids.slice(1)));
    expect(await shown()).toHaveLength(119);
  });

  test('a sync stores nothing after another instance took over', async () => {
    const source = newSource();
    let isLost = false;
    const slow: EpisodeSource = {
      ...source,
      readUploads: async (ids) => {
        isLost = true;
        return await source.readUploads(ids);
      },
    };
    const keep = async () => {
      if (isLost) throw new Error('another instance took videos');
    };
    await provider('PATCH', `videos/${idOf(120)}`, { title: 'Outro nome' });
    await expect(syncChannel({ source: slow, data, log }, channelId, keep)).rejects.toThrow('another instance');
    expect((await row(120))?.title).toBe('Episódio 120');
  });

  test('an error about a rejected key never contains the key', async () => {
    const source = createYouTube({ apiUrl: `${tools.addresses.videos}/youtube/v3`, apiKey: 'AIzaWrong', pausesMs: [] });
    await expect(sync(source)).rejects.toMatchObject({
      message: 'the video provider answered 400 badRequest API_KEY_INVALID to channels',
      reason: 'key_refused',
    });
  });
});

test('several instances sync the channel one at a time and record the outcome', async () => {
  await provider('PUT', 'videos', many(3));
  await provider('POST', 'failure', { reason: 'keyMissing' });
  const workers = Array.from({ length: 3 }, () =>
    startJobs([channelSyncJob({ source: newSource(), data, log, getChannelId: async () => channelId })], { data, log }),
  );
  const job = async () => (await tools.rows<Record<string, unknown>>('GET', 'jobs?name=eq.videos'))[0];
  try {
    await tools.until(job, (state) => state?.holder === null && state?.last_run_at !== null);
    expect(await provider('GET', 'calls'), 'one call, which was refused').toEqual({ channels: 1 });
    expect(await job()).toMatchObject({ last_success_at: null, last_error: 'key_refused' });
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
});

describe('pictures of episodes', () => {
  const picture = async (number: number) =>
    (await tools.rows<PictureRow>('GET', `episodes?id=eq.${idOf(number)}&select=id,picture_version,picture_due_at,picture_attempts`))[0];
  const stored = async (number: number) =>
    (await fetch(`${tools.addresses.data}/storage/v1/object/public/store-assets/thumbnails/${idOf(number)}-640.avif`)).status;
  const keep = (source = newSource()) => savePictures({ source, data, log }, always, attempt);

  test('pictures are fetched once, in the best size, and a missing picture stops nothing', async () => {
    await provider('PUT', 'videos', [video(1), video(2, { pictures: ['default', 'high'] }), video(3, { pictures: [] })]);
    await sync();
    await keep();
    expect(await shown()).toHaveLength(3);
    for (const number of [1, 2]) {
      expect(await picture(number)).toMatchObject({ picture_version: expect.stringMatching(/^[0-9a-f]{12}$/), picture_attempts: 0 });
      expect(await stored(number)).toBe(200);
    }
    expect(await picture(3)).toMatchObject({ picture_version: null });

    let asked = 0;
    const counting: EpisodeSource = {
      ...newSource(),
      readPicture: async () => {
        asked += 1;
        throw new Error('not wanted');
      },
    };
    await keep(counting);
    expect(asked).toBe(0);
  });

  test('pictures that fail to load are retried later, less and less often', async () => {
    await provider('PUT', 'videos', [video(4)]);
    await sync();
    await provider('PATCH', `videos/${idOf(4)}`, { pictures: [] });
    await keep();
    const state = await picture(4);
    expect(state).toMatchObject({ picture_version: null, picture_attempts: 1 });
    expect(Date.parse(state?.picture_due_at ?? '')).toBeGreaterThan(Date.now());

    await provider('PATCH', `videos/${idOf(4)}`, { pictures: ['maxres'] });
    await tools.rows('PATCH', `episodes?id=eq.${idOf(4)}`, { picture_due_at: ago(0) });
    await keep();
    expect(await picture(4)).toMatchObject({ picture_version: expect.any(String), picture_attempts: 0 });
  });

  test('pictures of an episode that left the channel are removed', async () => {
    await provider('PUT', 'videos', [video(5), video(6)]);
    await sync();
    await keep();
    await provider('DELETE', `videos/${idOf(5)}`);
    await aDayPasses();
    await sync();
    await keep();
    expect([await stored(5), await stored(6)]).toEqual([400, 200]);
    expect(await picture(5)).toMatchObject({ picture_version: null });
  });

  test.each([
    'http://i.ytimg.com/vi/x/hqdefault.jpg',
    'https://i.ytimg.com.example.test/vi/x/hqdefault.jpg',
    'https://user@example.test/i.ytimg.com',
    'https://i.ytimg.com:8443/vi/x/hqdefault.jpg',
    'http://127.0.0.1:1/secret',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '',
  ])('pictures are never fetched from %s', async (address) => {
    await expect(newSource().readPicture(address)).rejects.toThrow('the picture is not at the provider');
  });

  test('files that are no pictures are rejected', async () => {
    await expect(newSource().readPicture(`${tools.addresses.videos}/healthz`)).rejects.toThrow('answered 200 text/plain');
  });
});

describe('the owner chooses another channel', () => {
  const ofOther = secondChannel.videos.map(({ id }) => id).toReversed();
  const own = [idOf(3), idOf(2), idOf(1)];
  let version = 0;

  async function publish(id: string | null, earlier: 'kept' | 'hidden') {
    await tools.rows('POST', 'rpc/publish_content', {
      p_key: 'channel',
      p_expected: version,
      p_body: { id, title: `${version}`, earlier },
      p_actor: { uid: 'uid-1', email: 'dona@example.test', request_id: 'request-1' },
      p_subject_kind: 'setting',
      p_default: null,
      p_restored_from: null,
    });
    version += 1;
  }
  const shownIds = async () => (await shown()).map(({ id }) => id);

  beforeEach(async () => {
    await provider('PUT', 'videos', many(3));
    await publish(channelId, 'kept');
    await sync();
    await tools.rows('PATCH', `episodes?id=eq.${idOf(1)}`, { notes: { 'pt-BR': 'Uma nota.' }, is_hidden: true });
  });

  test('episodes that are in both channels stay, and leave when the new channel removes their video', async () => {
    await publish(secondChannel.channelId, 'kept');
    expect(await sync(newSource(), secondChannel.channelId)).toBe(true);
    expect(await shownIds()).toEqual([...ofOther, ...own]);
    await tools.rows('PATCH', `episodes?id=in.(${own})`, { fetched_at: ago(30), description: 'alt' });
    await provider('DELETE', `videos/${idOf(2)}`);
    await sync(newSource(), secondChannel.channelId);
    expect(await shownIds()).toEqual([...ofOther, idOf(3), idOf(1)]);
    expect(await rows(`&description=eq.alt&removed_at=is.null`)).toEqual([]);
    await tools.rows('PATCH', `episodes?id=eq.${idOf(3)}`, { fetched_at: ago(30), description: 'alt' });
    await publish(null, 'kept');
    expect(await sync(newSource(), null)).toBe(true);
    expect(await rows('&description=eq.alt&removed_at=is.null'), 'also without a channel').toEqual([]);
  });

  test("episodes of a replaced channel keep the owner's edits and return when the owner chooses that channel again", async () => {
    await publish(secondChannel.channelId, 'hidden');
    expect(await shownIds()).toEqual([]);
    await sync(newSource(), secondChannel.channelId);
    expect(await shownIds()).toEqual(ofOther);

    await provider('DELETE', `videos/${idOf(2)}`);
    await publish(channelId, 'hidden');
    expect(await shownIds(), 'at once').toEqual(own);
    await sync();
    expect(await shownIds(), 'what is gone there is found out at once').toEqual([idOf(3), idOf(1)]);
    expect(await tools.rows('GET', `episodes?id=eq.${idOf(1)}&select=slug,notes,is_hidden`)).toEqual([
      { slug: 'episodio-1', notes: { 'pt-BR': 'Uma nota.' }, is_hidden: true },
    ]);
    await publish(channelId, 'kept');
    expect(await shownIds(), 'another choice').toEqual([...ofOther, idOf(3), idOf(1)]);
  });

  test('a sync of the previous channel that ends after the change of channel brings no episode back', async () => {
    const source = newSource();
    const slow: EpisodeSource = {
      ...source,
      readUploads: async (ids) => {
        const read = await source.readUploads(ids);
        await publish(secondChannel.channelId, 'hidden');
        return read;
      },
    };
    expect(await sync(slow)).toBe(false);
    expect(await shownIds()).toEqual([]);
  });

  test('a running sync job continues with the new channel that the owner chose', async () => {
    let asked = channelId;
    const source = newSource();
    const changing: EpisodeSource = {
      ...source,
      readUploads: async (ids) => {
        if (asked === channelId) await publish(secondChannel.channelId, 'hidden');
        asked = secondChannel.channelId;
        return await source.readUploads(ids);
      },
    };
    const { run } = channelSyncJob({ source: changing, data, log, getChannelId: async () => asked });
    await run({ lastSuccessAt: null, keep: always, attempt, signal: new AbortController().signal });
    expect(await shownIds()).toEqual(ofOther);
  });
});
