import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoChannel } from '../../../api/local/demo/channel.ts';
import { startOnly, type Target, targets } from './targets.ts';

type Videos = { base: string; key: string; channelId: string };

const BASE = 'https://www.googleapis.com/youtube/v3';

async function openStandIn() {
  const { site, dir, close } = await startOnly(['videos']);
  const { youtubeApiKey } = JSON.parse(await readFile(join(dir, 'secrets.json'), 'utf8'));
  return {
    origin: site.addresses.videos,
    base: `${site.addresses.videos}/youtube/v3`,
    key: youtubeApiKey,
    channelId: demoChannel.channelId,
    close,
  };
}

const standIn: Target<Videos> = { name: 'the stand-in', open: openStandIn };

const all = targets(standIn, {
  name: 'YouTube',
  credentials: ['TEST_YOUTUBE_API_KEY', 'TEST_YOUTUBE_CHANNEL_ID'],
  open: async (given) => ({ base: BASE, key: given.TEST_YOUTUBE_API_KEY, channelId: given.TEST_YOUTUBE_CHANNEL_ID, close: async () => {} }),
});

async function get({ base, key }: { base: string; key: string }, call: string, query: Record<string, string>) {
  const answer = await fetch(`${base}/${call}?${new URLSearchParams({ ...query, ...(key ? { key } : {}) })}`);
  return { status: answer.status, body: await answer.json() };
}

describe.each(all)('video service: $name', ({ open }) => {
  let service: Videos & { close: () => Promise<void> };
  let uploads: string;

  beforeAll(async () => {
    service = await open();
    const { body } = await get(service, 'channels', { part: 'contentDetails', id: service.channelId });
    expect(body).toMatchObject({ kind: 'youtube#channelListResponse', items: [{ kind: 'youtube#channel', id: service.channelId }] });
    uploads = body.items[0].contentDetails.relatedPlaylists.uploads;
  });
  afterAll(() => service.close());

  it('the video service names the playlist of all uploads', () => {
    expect(uploads).toMatch(/^UU/);
  });

  it('the video service finds no channel under an unknown id', async () => {
    const { status, body } = await get(service, 'channels', { part: 'contentDetails', id: 'UCxxxxxxxxxxxxxxxxxxxxxx' });
    expect(status).toBe(200);
    expect(body.items).toBeUndefined();
    expect(body.pageInfo.totalResults).toBe(0);
  });

  it('the video service finds a channel by id and by handle, with its name and number of videos', async () => {
    const { body } = await get(service, 'channels', { part: 'snippet,statistics', id: service.channelId });
    const [{ id, snippet, statistics }] = body.items;
    expect({ id, title: snippet.title, videos: statistics.videoCount }).toEqual({
      id: service.channelId,
      title: expect.stringMatching(/./),
      videos: expect.stringMatching(/^\d+$/),
    });
    expect(snippet.customUrl).toMatch(/^@/);
    for (const forHandle of [snippet.customUrl, snippet.customUrl.slice(1), snippet.customUrl.toUpperCase()]) {
      const found = await get(service, 'channels', { part: 'id', forHandle });
      expect(found.body.items, forHandle).toMatchObject([{ id: service.channelId }]);
    }
    const none = await get(service, 'channels', { part: 'id', forHandle: '@no-channel-has-this-handle-0000' });
    expect(none).toMatchObject({ status: 200, body: { pageInfo: { totalResults: 0 } } });
    expect(none.body.items).toBeUndefined();
    expect((await get(service, 'channels', { part: 'id' })).status).toBe(400);
  });

  it('the video service pages through the playlist without gaps or duplicates', async () => {
    const list = (rest: Record<string, string>) => get(service, 'playlistItems', { part: 'contentDetails', playlistId: uploads, ...rest });
    const whole = (await list({ maxResults: '50' })).body;
    expect(whole).toMatchObject({ kind: 'youtube#playlistItemListResponse', pageInfo: { resultsPerPage: 50 } });
    const first = (await list({ maxResults: '3' })).body;
    const second = (await list({ maxResults: '3', pageToken: first.nextPageToken })).body;
    const ids = (page: typeof whole) => page.items.map((item: { contentDetails: { videoId: string } }) => item.contentDetails.videoId);
    expect([...ids(first), ...ids(second)]).toEqual(ids(whole).slice(0, 6));
    expect((await list({ maxResults: '3', pageToken: second.prevPageToken })).body.items).toHaveLength(3);
  });

  it('the video service describes videos by their ids and leaves out unknown ones', async () => {
    const { body: list } = await get(service, 'playlistItems', { part: 'contentDetails', playlistId: uploads, maxResults: '2' });
    const [first, second] = list.items.map((item: { contentDetails: { videoId: string } }) => item.contentDetails.videoId);
    const { body } = await get(service, 'videos', { part: 'snippet,contentDetails,status', id: `${second},AAAAAAAAAAA,${first}` });
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([second, first]);
    const [{ kind, etag, snippet, contentDetails, status, ...other }] = body.items;
    expect({ kind, etag }).toEqual({ kind: 'youtube#video', etag: expect.any(String) });
    expect(Object.keys(other)).toEqual(['id']);
    expect(status.privacyStatus).toBe('public');
    expect(snippet).toMatchObject({ channelId: service.channelId, title: expect.any(String), description: expect.any(String) });
    expect(new Date(snippet.publishedAt).toISOString().slice(0, 19)).toBe(snippet.publishedAt.slice(0, 19));
    expect(snippet.thumbnails.high).toMatchObject({ url: expect.stringContaining(`/vi/${second}/hqdefault.jpg`), width: 480, height: 360 });
    expect(contentDetails.duration).toMatch(/^P(\d+D)?T?(\d+H)?(\d+M)?(\d+S)?$/);
  });

  it('the video service rejects an unknown playlist with playlistNotFound', async () => {
    const { status, body } = await get(service, 'playlistItems', { part: 'contentDetails', playlistId: 'UUxxxxxxxxxxxxxxxxxxxxxx' });
    expect(status).toBe(404);
    expect(body.error).toMatchObject({ code: 404, errors: [{ reason: 'playlistNotFound' }] });
  });

  it('the video service rejects an unknown page token', async () => {
    const { status } = await get(service, 'playlistItems', { part: 'id', playlistId: uploads, pageToken: 'no-token' });
    expect(status).toBe(400);
  });

  it('the video service rejects a wrong key with 400 and a missing one with 403', async () => {
    const wrong = await get({ ...service, key: 'AIzaWrong' }, 'channels', { part: 'id', id: service.channelId });
    expect(wrong).toMatchObject({ status: 400, body: { error: { code: 400, details: [{ reason: 'API_KEY_INVALID' }] } } });
    const missing = await get({ ...service, key: '' }, 'channels', { part: 'id', id: service.channelId });
    expect(missing).toMatchObject({ status: 403, body: { error: { code: 403 } } });
  });
});

describe('the videos stand-in', () => {
  let service: Awaited<ReturnType<typeof openStandIn>>;

  beforeAll(async () => {
    service = await openStandIn();
  });
  afterAll(() => service.close());

  it('the videos stand-in serves the whole demo channel, newest first', async () => {
    const { body: channels } = await get(service, 'channels', { part: 'contentDetails', id: service.channelId });
    const playlistId = channels.items[0].contentDetails.relatedPlaylists.uploads;
    const { body } = await get(service, 'playlistItems', { part: 'snippet', playlistId, maxResults: '50' });
    const dates = body.items.map(({ snippet }: { snippet: { publishedAt: string } }) => snippet.publishedAt);
    expect(dates).toHaveLength(demoChannel.videos.length);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  it('the videos stand-in draws the pictures that its answers name', async () => {
    const id = demoChannel.videos[0]?.id;
    const picture = await fetch(`${service.origin}/vi/${id}/hqdefault.jpg`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect([...new Uint8Array(await picture.arrayBuffer()).subarray(0, 2)]).toEqual([0xff, 0xd8]);
    expect((await fetch(`${service.origin}/vi/AAAAAAAAAAA/hqdefault.jpg`)).status).toBe(404);
    expect((await fetch(`${service.origin}/vi/${id}/huge.jpg`)).status).toBe(404);
  });

  it('the videos stand-in fails as often as a test requests', async () => {
    const told = await fetch(`${service.origin}/_local/failure`, {
      method: 'POST',
      body: JSON.stringify({ reason: 'quotaExceeded', times: 2 }),
    });
    expect(told.status).toBe(200);
    const ask = () => get(service, 'channels', { part: 'id', id: service.channelId });
    for (let time = 0; time < 2; time += 1) {
      expect(await ask()).toMatchObject({
        status: 403,
        body: { error: { errors: [{ reason: 'quotaExceeded', domain: 'youtube.quota' }] } },
      });
    }
    expect((await ask()).status).toBe(200);
  });
});
