import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AdminEpisode } from '@site/shared/contracts/admin-episodes.ts';
import { PodcastImportSchema } from '@site/shared/contracts/admin-podcast-import.ts';
import { BLACK_MP4, silentMp3 } from '@site/shared/testing/audio-files.ts';
import pino from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createData, type Data } from '../../../api/src/gateways/supabase/data.ts';
import { copyImportedAudio } from '../../../api/src/resources/channel/podcast-import/imported-audio-job.ts';
import { type ApiSite, startApiSite } from './api-site.ts';
import { bookUploadsOf } from './book-uploads.ts';

let site: ApiSite;
let token: string;
let data: Data;
let host: Server;
let origin: string;
/** The previous host's answers by path. A number is a status, and a text that begins with `http` is a redirect. */
let answers: Record<string, string | Buffer | number> = {};
let asked: string[] = [];
const mp3 = silentMp3(12);
const DATE = '<pubDate>Thu, 05 Mar 2020 09:00:00 -0300</pubDate>';

beforeAll(async () => {
  site = await startApiSite();
  token = await site.signIn('admin');
  data = createData(site.addresses.data, site.internal.dataSecretKey);
  host = createServer((request, response) => {
    const answer = answers[request.url ?? ''] ?? 404;
    asked.push(request.url ?? '');
    if (typeof answer === 'number') response.writeHead(answer).end();
    else if (typeof answer === 'string' && answer.startsWith('http')) response.writeHead(302, { location: answer }).end();
    else response.end(answer);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(async () => {
  host?.closeAllConnections();
  host?.close();
  await site?.close();
});
beforeEach(async () => {
  answers = {};
  asked = [];
  await site.rows('DELETE', 'episodes?id=like.a-*');
  await site.rows('DELETE', 'podcast_imports?address=neq.');
});

type Part = { guid?: string | null; title?: string; file?: string; length?: number; duration?: number | null; more?: string };
const itemOf = ({ guid = 'g-1', title = 'Rute', file = '/1.mp3', length = mp3.length, duration = 12, more = DATE }: Part = {}) =>
  `<item><title>${title}</title>${guid === null ? '' : `<guid>${guid}</guid>`}${more}
    <enclosure url="${origin}${file}" type="audio/mpeg" length="${length}"/>
    ${duration === null ? '' : `<itunes:duration>${duration}</itunes:duration>`}</item>`;
const feedOf = (...items: string[]) => `<?xml version="1.0"?><rss><channel><title>Pão e Brasas</title>${items.join('')}</channel></rss>`;

const ask = (path: string, body?: object) =>
  site.call(body || path ? 'POST' : 'GET', `/api/admin/podcast-import${path}`, { token, ...(body ? { body } : {}) });
const preview = (address = `${origin}/feed`) => ask('/preview', { address });
async function bring(isCopied: boolean, hasVideos = false) {
  const address = `${origin}/feed`;
  const { status, json, text } = await ask('', { address, isCopied, hasVideos });
  expect(status, text).toBe(200);
  return json;
}
const progress = async () => v.parse(PodcastImportSchema, (await ask('')).json);
const ownEpisodes = () =>
  site.rows<{ id: string; guid: string; slug: string; is_draft: boolean; published_at: string; duration_seconds: number }>(
    'GET',
    'episodes?origin=eq.own&guid=not.is.null&order=guid',
  );
const audioOf = async (id: string): Promise<AdminEpisode['audio']> =>
  (await site.call('GET', `/api/admin/episodes/${id}`, { token })).json.audio;
/** Keeps the API of the site from copying, so that the test does it. */
const hold = (until: string | null) =>
  site.rows('PATCH', 'jobs?name=eq.imported_audio', { holder: until && 'the test', lease_until: until });
const here = { isAllowed: (ip: string) => ip === '127.0.0.1' };
const copy = (through: Data = data) =>
  copyImportedAudio(
    { data: through, log: pino({ level: 'silent' }), answers: { outdate: () => undefined } as never, check: here },
    async () => undefined,
    async (_unit, _label, work) => {
      await work();
      return 0;
    },
  );

describe('the preview of a feed', () => {
  test('the preview says what an import would do, and writes nothing', async () => {
    answers['/feed'] = feedOf(
      itemOf(),
      itemOf({ guid: null, title: 'Sem guid', file: '/2.mp3', length: 0, duration: null }),
      itemOf({ guid: 'g-3', title: 'Sem data', more: '' }),
    );
    expect((await preview()).json).toEqual({
      title: 'Pão e Brasas',
      episodes: 2,
      known: 0,
      elsewhere: 0,
      withoutGuid: 1,
      videos: { items: 0, titles: [] },
      seconds: 12,
      bytes: mp3.length,
      unmeasured: 1,
      left: [{ reason: 'no_date', items: 1, titles: ['Sem data'] }],
      next: null,
    });
    expect([await ownEpisodes(), (await progress()).last]).toEqual([[], null]);
  });

  test.each([
    ['an address of a private network', 'http://169.254.169.254/latest', 'private_address'],
    ['a text', 'meu podcast', 'address'],
    ['a file address', 'file:///etc/passwd', 'address'],
    ['an address with a password', 'https://a:b@media.example/feed', 'address'],
    ['a host that does not exist', 'https://nenhum.invalid/feed', 'unreachable'],
  ])('%s is refused at its field', async (_, address, problem) => {
    const { status, json } = await preview(address);
    expect([status, json.error.fields]).toEqual([400, { address: problem }]);
    expect((await ask('', { address, isCopied: true, hasVideos: false })).status).toBe(400);
  });

  test.each([
    ['a redirect to a private network', 'http://10.0.0.1/feed', 'private_address'],
    ['a missing page', 404, 'unreachable'],
    ['a page', '<!doctype html><title>Podcast</title>', 'page'],
    ['a template', '---\nlayout: null\n---', 'template'],
    ['a document type', '<!DOCTYPE rss [<!ENTITY a "b">]><rss><channel/></rss>', 'doctype'],
    ['11 MB', ' '.repeat(11_000_000), 'too_large'],
    ['5,001 items', `<rss><channel>${'<item/>'.repeat(5_001)}</channel></rss>`, 'too_many'],
  ])('%s is refused at its field, and nothing is imported', async (_, answer, problem) => {
    answers['/feed'] = answer;
    expect((await preview()).json.error.fields).toEqual({ address: problem });
    expect((await ask('', { address: `${origin}/feed`, isCopied: true, hasVideos: false })).json.error.fields).toEqual({
      address: problem,
    });
    expect([await ownEpisodes(), (await progress()).last]).toEqual([[], null]);
  });
});

describe('an import', () => {
  test('an import publishes the episodes with their dates and GUIDs, and a second one brings only what is new', async () => {
    await hold('2099-01-01T00:00:00Z');
    answers['/feed'] = feedOf(itemOf(), itemOf({ guid: 'g-2', title: 'Rute' }));
    expect(await bring(true)).toMatchObject({ added: 2, files: 2, done: 0, last: { title: 'Pão e Brasas' } });
    const first = await ownEpisodes();
    expect(first).toMatchObject([
      { guid: 'g-1', is_draft: false, duration_seconds: 12, slug: 'rute' },
      { guid: 'g-2', is_draft: false },
    ]);
    expect(Date.parse(first[0]?.published_at ?? '')).toBe(Date.parse('2020-03-05T12:00:00Z'));
    expect(first[1]?.slug).toMatch(/^rute-[0-9a-f]{4}$/);
    // Until its file is copied, an episode plays from the previous host.
    expect(await audioOf(first[0]?.id ?? '')).toMatchObject({ url: `${origin.replace('http:', 'https:')}/1.mp3`, seconds: 12 });

    answers['/feed'] = feedOf(itemOf(), itemOf({ guid: 'g-2', title: 'Rute' }), itemOf({ guid: 'g-3', title: 'Novo' }));
    expect((await preview()).json).toMatchObject({ episodes: 3, known: 2 });
    expect((await bring(true)).added).toBe(1);
    expect((await bring(true)).added).toBe(0);
    expect((await ownEpisodes()).slice(0, 2)).toEqual(first);
    expect(await site.rows('GET', 'automatic_drafts?about_kind=eq.episode&about_id=like.a-*')).toEqual([]);
    const { entries } = (await site.call('GET', '/api/admin/audit-log?kind=episode', { token })).json;
    expect(entries[0]).toMatchObject({ action: 'podcast_imported', after: { title: 'Pão e Brasas', is_copied: true } });
    await hold(null);
  });

  test('a feed whose address begins with capital letters is imported', async () => {
    answers['/feed'] = feedOf(itemOf());
    const started = await ask('', { address: `${origin.replace('http', 'HTTP')}/feed`, isCopied: false, hasVideos: false });
    expect(started.status, started.text).toBe(200);
  });

  test('two imports of a feed at the same time add each episode once', async () => {
    answers['/feed'] = feedOf(
      ...Array.from({ length: 250 }, (_, n) => itemOf({ guid: `n-${n}`, title: `Número ${n}`, file: `/${n}.mp3` })),
    );
    const added = await Promise.all([bring(false), bring(false), bring(false)]);
    expect(added.reduce((sum, one) => sum + one.added, 0)).toBe(250);
    expect(await ownEpisodes()).toHaveLength(250);
    expect((await progress()).files).toBe(0);
  });

  test('an import that was killed after a portion is completed by the next one', async () => {
    const items = Array.from({ length: 150 }, (_, n) => itemOf({ guid: `k-${n}`, title: `Parte ${n}` }));
    answers['/feed'] = feedOf(...items.slice(0, 100));
    await bring(false);
    answers['/feed'] = feedOf(...items);
    expect((await bring(false)).added).toBe(50);
    expect(await ownEpisodes()).toHaveLength(150);
  });
});

test('an episode with the day and length of a video of the channel gives it its audio, if the owner wants that', async () => {
  await hold('2099-01-01T00:00:00Z');
  const at = '2020-03-05T15:00:00Z';
  const video = { id: 'video-mesmo', slug: 'video-mesmo', title: 'O mesmo, em vídeo', published_at: at, duration_seconds: 1_000 };
  await site.rows('POST', 'episodes', { ...video, media: { kind: 'youtube', url: 'https://videos.test/x' } });
  answers['/feed'] = feedOf(itemOf({ title: 'O mesmo', duration: 980 }), itemOf({ guid: 'g-2', title: 'Outro', duration: 900 }));
  expect((await preview()).json).toMatchObject({ episodes: 2, known: 0, videos: { items: 1, titles: ['O mesmo'] } });
  expect((await bring(true, true)).added).toBe(2);
  expect((await bring(true, true)).added).toBe(0);
  expect(await ownEpisodes()).toMatchObject([{ guid: 'g-2' }]);
  answers['/1.mp3'] = mp3;
  await copy();
  const joined = (await site.call('GET', '/api/admin/episodes/video-mesmo', { token })).json;
  expect(joined).toMatchObject({ title: video.title, durationSeconds: 1_000, audio: { seconds: 12, bytes: mp3.length }, state: 'shown' });
  const { text } = await site.call('GET', '/podcast.xml');
  expect(text).toContain('>g-1</guid>');
  await site.rows('DELETE', 'episodes?id=eq.video-mesmo');
  await hold(null);
});

describe('the audio of imported episodes', () => {
  const filesOf = async () => (await bookUploadsOf(site, token).filesIn('store-assets', 'audio/')) as string[];

  test('the job copies the audio, measures it, and publishes an episode whose length the feed did not state', async () => {
    answers['/feed'] = feedOf(
      itemOf({ length: 5, duration: 99 }),
      itemOf({ guid: 'g-2', title: 'Sem medida', file: '/2.mp3', length: 0, duration: null }),
    );
    answers['/1.mp3'] = mp3;
    answers['/2.mp3'] = silentMp3(20);
    await bring(true);
    const { done } = await site.until(progress, (now) => now.done === 2);
    expect(done).toBe(2);
    const [first, second] = await ownEpisodes();
    expect([first, second]).toMatchObject([
      { is_draft: false, duration_seconds: 12 },
      { is_draft: false, duration_seconds: 20 },
    ]);
    const audio = await audioOf(first?.id ?? '');
    expect(audio).toMatchObject({ type: 'audio/mpeg', bytes: mp3.length, seconds: 12 });
    expect(audio?.url).toMatch(/^\/audio\/a-[0-9a-f]{12}\.[0-9a-f]{12}\.mp3$/);
    const stored = await fetch(`${site.addresses.data}/storage/v1/object/public/store-assets${audio?.url}`);
    expect(Buffer.from(await stored.arrayBuffer()).equals(mp3)).toBe(true);
  });

  test('audio that stays at the previous host is only measured', async () => {
    answers['/feed'] = feedOf(itemOf(), itemOf({ guid: 'g-2', file: '/2.mp3', duration: null }));
    answers['/2.mp3'] = silentMp3(20);
    await bring(false);
    await site.until(progress, ({ files, done }) => files === 1 && done === 1);
    const [first, second] = await ownEpisodes();
    expect([await audioOf(first?.id ?? ''), await audioOf(second?.id ?? '')]).toMatchObject([
      { url: expect.stringMatching(/^https:.*\/1\.mp3$/), seconds: 12 },
      { url: expect.stringMatching(/^https:.*\/2\.mp3$/), seconds: 20 },
    ]);
    expect(asked).not.toContain('/1.mp3');

    // Later, the owner leaves the previous host.
    answers['/1.mp3'] = mp3;
    expect((await preview()).json).toMatchObject({ episodes: 2, known: 2, elsewhere: 2 });
    expect(await bring(true)).toMatchObject({ added: 0, files: 2, done: 0 });
    await site.until(progress, ({ done }) => done === 2);
    for (const episode of [first, second]) expect((await audioOf(episode?.id ?? ''))?.url).toMatch(/^\/audio\//);
    expect((await preview()).json).toMatchObject({ known: 2, elsewhere: 0 });
  });

  test('a job that is killed before any of its calls copies the file once in the end', async () => {
    await hold('2099-01-01T00:00:00Z');
    answers['/feed'] = feedOf(itemOf());
    answers['/1.mp3'] = mp3;
    await bring(true);
    const before = await filesOf();
    let runs = 0;
    for (let isDone = false; !isDone; runs += 1) {
      let left = runs;
      const dying = <Calls extends object>(calls: Calls): Calls =>
        new Proxy(calls, {
          get: (target, name) => {
            const call: unknown = Reflect.get(target, name);
            if (typeof call === 'object' && call !== null) return dying(call);
            return async (...args: unknown[]) => {
              if (left === 0) throw new Error('killed');
              left -= 1;
              return await (call as (...args: unknown[]) => unknown)(...args);
            };
          },
        });
      isDone = await copy(dying(data)).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('killed');
          return false;
        },
      );
    }
    expect(runs).toBeGreaterThan(4);
    // A file that arrived completely was not fetched again.
    expect(asked.filter((path) => path === '/1.mp3')).toHaveLength(1);
    const [episode] = await ownEpisodes();
    const audio = await audioOf(episode?.id ?? '');
    expect((await filesOf()).filter((key) => !before.includes(key))).toEqual([audio?.url.slice(1)]);
    await hold(null);
  });

  test.each([
    ['a missing file', 404, 'unreachable'],
    ['a page', '<!doctype html>', 'not_audio'],
    ['a video', BLACK_MP4, 'media'],
    ['a redirect to a private network', 'http://10.0.0.1/1.mp3', 'private_address'],
  ])('%s ends with a reason, and is copied after a retry', async (_, answer, problem) => {
    await hold('2099-01-01T00:00:00Z');
    answers['/feed'] = feedOf(itemOf());
    answers['/1.mp3'] = answer;
    await bring(true);
    for (let tries = 0; tries < 3; tries += 1) {
      await copy();
      await site.rows('PATCH', 'imported_audio?due_at=gt.2000-01-01', { due_at: new Date(0).toISOString() });
    }
    expect(await progress()).toMatchObject({ files: 1, done: 0, failed: 1, failures: [{ title: 'Rute', problem }] });
    asked = [];
    await copy();
    expect(asked).toEqual([]);

    answers['/1.mp3'] = mp3;
    await hold(null);
    expect((await ask('/retry')).json).toMatchObject({ failed: 0, failures: [] });
    await site.until(progress, ({ done }) => done === 1);
  });

  test('audio that the owner uploads meanwhile is not replaced by the copy', async () => {
    await hold('2099-01-01T00:00:00Z');
    answers['/feed'] = feedOf(itemOf());
    answers['/1.mp3'] = mp3;
    await bring(true);
    const [episode] = await ownEpisodes();
    const own = { version: '0123456789ab', url: 'https://media.example/meu.mp3', bytes: 9, seconds: 9 };
    await site.rows('PATCH', `episode_audio?episode_id=eq.${episode?.id}`, own);
    await copy();
    expect(await audioOf(episode?.id ?? '')).toMatchObject({ url: own.url, seconds: 9 });
    expect((await progress()).done).toBe(1);
    await hold(null);
  });
});
