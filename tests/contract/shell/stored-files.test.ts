import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { createFolderStore } from '@site/shared/releases/folder-store.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createGracefulStop } from '../../../shared/src/process/graceful-stop.ts';
import { createLimitedServer } from '../../../shared/src/process/limited-server.ts';
import { createApp } from '../../../shell/server/app.ts';
import { readEnvironment } from '../../../shell/server/env.ts';
import { createLocalReleases } from '../../../shell/server/local-releases.ts';
import { isStoredFile } from '../../../shell/server/stored-files.ts';
import { PUBLIC_KEY, signing } from '../../setup/signing.ts';
import { stillBrand } from '../../setup/still-brand.ts';

const VERSION = '0123456789ab';
const ETAG = `"${VERSION}"`;
const MP3 = `/audio/episode-1.${VERSION}.mp3`;
const LARGE = `/audio/large.${VERSION}.mp3`;
const SAMPLE = `/samples/rute.${VERSION}.pdf`;
const LARGE_BYTES = 40_000_000;
const text = '0123456789';
const files: Record<string, Buffer> = {
  [MP3]: Buffer.from(text),
  [`/audio/episode-1.${VERSION}.m4a`]: Buffer.from(text),
  [SAMPLE]: Buffer.from(text),
  [LARGE]: Buffer.alloc(LARGE_BYTES, text),
};

/** The requests that reached the storage. */
let asked: { method: string | undefined; headers: IncomingMessage['headers'] }[] = [];
/** The status with which the storage answers a range beyond the end. Services differ. */
let beyond = 416;

/** Answers as storage services do: without conditions, and with ranges of their own reading. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  asked.push({ method: request.method, headers: request.headers });
  const file = files[request.url ?? ''];
  if (!file) {
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"statusCode":"404","error":"not_found"}');
    return;
  }
  const own = { 'content-type': 'text/html', 'set-cookie': 'a=b', etag: '"of-the-storage"', 'cache-control': 'no-cache' };
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const start = from ? Number(from) : Math.max(0, file.length - Number(to || file.length));
  const end = from && to ? Math.min(Number(to), file.length - 1) : file.length - 1;
  if (start > end) {
    response.writeHead(beyond, { 'content-length': 2 }).end('{}');
    return;
  }
  const part = from || to ? { 'content-range': `bytes ${start}-${end}/${file.length}` } : {};
  response.writeHead(from || to ? 206 : 200, { ...own, ...part, 'content-length': end - start + 1 });
  if (request.method === 'HEAD') response.end();
  else response.end(file.subarray(start, end + 1));
}
let onRequest = answer;
const storage = createServer((request, response) => onRequest(request, response));

/** The downloads that the shell reported to the API, with the headers of the listener's app. */
let reported: { path: string | undefined; body: unknown; agent: string | undefined; from: unknown; gpc: unknown }[] = [];
let onReport = (response: ServerResponse): void => void response.writeHead(204).end();
const api = createServer(async (request, response) => {
  const body: unknown = await json(request);
  const { 'user-agent': agent, 'x-forwarded-for': from, 'sec-gpc': gpc } = request.headers;
  reported.push({ path: request.url, body, agent, from, gpc });
  onReport(response);
});

function startShell(): Server {
  const app = createApp({
    environment: readEnvironment({
      SITE_URL: 'https://raiz.example',
      API_URL: originOf(api),
      STORAGE_URL: originOf(storage),
      RELEASE_PUBLIC_KEYS: PUBLIC_KEY,
      FIREBASE_PROJECT_ID: 'p',
      FIREBASE_API_KEY: 'k',
      FIREBASE_AUTH_DOMAIN: 'p.example',
    }),
    brand: stillBrand(),
    log: pino({ level: 'silent' }),
    renderer: {
      render: async () => new Response('<p>page', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
      previewOf: async () => null,
      failedPage: () => ({ html: '', inlineStyles: [] }),
    },
    registry: () => ({ remotes: {} }),
    releases: createLocalReleases({ store: signing(createFolderStore(tmpdir())), directory: tmpdir() }),
    assets: tmpdir(),
    version: 'v1',
    isReady: () => true,
    readiness: async () => ({ status: 'ready', checks: [] }),
  });
  return createLimitedServer(getRequestListener(app.fetch), { headers: {} }).listen(0, '127.0.0.1');
}
const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

let front: Server;
beforeAll(async () => {
  for (const server of [storage, api]) await once(server.listen(0, '127.0.0.1'), 'listening');
  front = startShell();
  await once(front, 'listening');
});
afterAll(() => {
  for (const server of [front, storage, api]) server.close().closeAllConnections();
});
beforeEach(() => {
  asked = [];
  beyond = 416;
  onRequest = answer;
  reported = [];
  onReport = (response) => void response.writeHead(204).end();
});

const load = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${originOf(front)}${path}`, { method, headers: { 'accept-encoding': 'identity', ...headers } });

describe('audio of an episode', () => {
  test.each([
    [MP3, 'audio/mpeg'],
    [`/audio/episode-1.${VERSION}.m4a`, 'audio/mp4'],
  ])('the audio file %s is served with its type, to every site, and may be cached for ever', async (path, type) => {
    const whole = await load(path);
    expect([whole.status, whole.redirected, await whole.text()]).toEqual([200, false, text]);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': type,
      'content-length': '10',
      'accept-ranges': 'bytes',
      etag: ETAG,
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    for (const name of ['set-cookie', 'last-modified', 'content-range']) expect(whole.headers.has(name), name).toBe(false);
  });

  test('a HEAD request for a stored file gets the length of the whole file', async () => {
    const head = await load(MP3, { range: 'bytes=2-4' }, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag'), await head.text()]).toEqual([200, '10', ETAG, '']);
    expect(asked.map(({ method }) => method)).toEqual(['HEAD']);
  });

  test.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['Bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('the range %s is served', async (range, part, contentRange) => {
    const answered = await load(MP3, { range });
    expect([answered.status, await answered.text(), answered.headers.get('content-range')]).toEqual([206, part, contentRange]);
    expect(answered.headers.get('content-length')).toBe(String(part.length));
  });

  test.each(['bytes=5-2', 'items=0-4', 'bytes=0-1,4-5', 'bytes=', 'bytes=-', 'bytes=a-b', `bytes=${'9'.repeat(400)}-`])(
    'the invalid or unusual range %s gets the whole file',
    async (range) => {
      const answered = await load(MP3, { range });
      expect([answered.status, await answered.text()]).toEqual([200, text]);
      expect(asked[0]?.headers.range).toBeUndefined();
    },
  );

  test.each([416, 400])('a range beyond the end is answered with 416 and the size if the storage answers %i', async (status) => {
    beyond = status;
    for (const range of ['bytes=10-', 'bytes=99-100']) {
      const answered = await load(MP3, { range });
      expect([answered.status, answered.headers.get('content-range'), await answered.text()]).toEqual([416, 'bytes */10', '']);
      expect(answered.headers.get('cache-control')).toBe('no-store');
    }
  });

  test.each([ETAG, `W/${ETAG}`, `"other", ${ETAG}`])('If-None-Match: %s is answered with 304, without the storage', async (tag) => {
    for (const method of ['GET', 'HEAD']) {
      const answered = await load(MP3, { 'if-none-match': tag, range: 'bytes=2-4' }, method);
      expect([answered.status, answered.headers.get('etag'), await answered.text()]).toEqual([304, ETAG, '']);
      expect(answered.headers.get('cache-control')).toContain('immutable');
    }
    expect(asked).toEqual([]);
  });

  test('a request with an unknown ETag gets the file, and the storage never sees the condition', async () => {
    const answered = await load(MP3, { 'if-none-match': '"other"', 'if-modified-since': 'Sun, 29 Nov 2099 00:00:00 GMT' });
    expect([answered.status, await answered.text()]).toEqual([200, text]);
    expect(Object.keys(asked[0]?.headers ?? {}).filter((name) => name.startsWith('if-'))).toEqual([]);
  });

  test("a request with If-Range gets the range only if the ETag is the file's current one", async () => {
    expect((await load(MP3, { range: 'bytes=2-4', 'if-range': ETAG })).status).toBe(206);
    for (const foreign of ['"ba9876543210"', `W/${ETAG}`, 'Sun, 29 Nov 2026 00:00:00 GMT'])
      expect((await load(MP3, { range: 'bytes=2-4', 'if-range': foreign })).status, foreign).toBe(200);
  });

  test.each([
    '/audio/..%2f',
    `/audio/..%2fsamples%2frute.${VERSION}.mp3`,
    '/audio/episode-1.mp3',
    `/audio/episode-1.${VERSION}.pdf`,
    `/audio/episode-1.${VERSION}.mp3.html`,
    `/audio/${'a'.repeat(65)}.${VERSION}.mp3`,
    '/audio/episode-1.0123456789AB.mp3',
  ])('the invalid file path %s is answered with 404, without the storage', async (path) => {
    expect((await load(path)).status).toBe(404);
    expect(asked).toEqual([]);
  });

  test('a missing stored file gets 404, and any stored file gets 503 while the storage fails', async () => {
    const missing = `/audio/missing.${VERSION}.mp3`;
    expect((await load(missing)).status).toBe(404);
    expect((await load(missing, { range: 'bytes=2-4' })).status).toBe(404);
    expect((await load(missing, {}, 'HEAD')).status).toBe(404);
    onRequest = (_, response) => response.writeHead(502).end();
    const failed = await load(MP3);
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '5']);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a stored file answers the method %s with 405', async (method) => {
    const answered = await load(MP3, {}, method);
    expect([answered.status, answered.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('downloads by podcast apps', () => {
  const APP = { 'user-agent': 'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)' };
  /** The reports of this app. Reports of the other tests may still arrive. */
  const ofApp = () => reported.filter(({ agent }) => agent === APP['user-agent']);

  test('a download is reported with the app and its network, and without anything else of the request', async () => {
    await load(MP3, { ...APP, 'x-forwarded-for': '203.0.113.9', cookie: 'a=b', 'sec-gpc': '1' });
    await vi.waitFor(() => expect(ofApp()).toHaveLength(1));
    expect(ofApp()).toEqual([
      {
        path: '/api/visits',
        body: { event: 'download', paths: [MP3], source: '', campaign: '' },
        agent: APP['user-agent'],
        from: '203.0.113.9, 127.0.0.1',
        gpc: '1',
      },
    ]);
  });

  test.each<[string, number, string, Record<string, string>?, string?]>([
    ['the whole file', 1, MP3],
    ['a range from the first byte on', 1, MP3, { range: 'bytes=0-' }],
    ['a long first part', 1, MP3, { range: 'bytes=0-65535' }],
    ['the file on a page of another site', 1, MP3, { 'sec-fetch-site': 'cross-site', referer: 'https://raiz.example.evil.test/' }],
    ['a short first part', 0, MP3, { range: 'bytes=0-1' }],
    ['a later part', 0, MP3, { range: 'bytes=5-' }],
    ['the end', 0, MP3, { range: 'bytes=-5' }],
    ['a range beyond the end', 0, MP3, { range: 'bytes=99-' }],
    ['only the headers', 0, MP3, {}, 'HEAD'],
    ['an unchanged file', 0, MP3, { 'if-none-match': ETAG }],
    ['the file in the site’s own player', 0, MP3, { range: 'bytes=0-', 'sec-fetch-site': 'same-origin' }],
    ['the file in the own player of an older browser', 0, MP3, { range: 'bytes=0-', referer: 'https://raiz.example/podcast/ruth' }],
    ['a missing file', 0, `/audio/missing.${VERSION}.mp3`],
    ['a sample of a book', 0, SAMPLE],
  ])('an app that loads %s is reported %i times', async (_about, times, path, headers, method) => {
    await (await load(path, { ...APP, ...headers }, method)).arrayBuffer();
    await load(MP3, { 'user-agent': 'a later app' });
    await vi.waitFor(() => expect(reported.some(({ agent }) => agent === 'a later app')).toBe(true));
    await vi.waitFor(() => expect(ofApp()).toHaveLength(times));
  });

  test('an app gets its file while the API does not answer, and a flood of downloads keeps few reports waiting', async () => {
    const held: ServerResponse[] = [];
    onReport = (response) => void held.push(response);
    for (let round = 0; round < 4; round += 1)
      for (const { status } of await Promise.all(Array.from({ length: 50 }, () => load(MP3, APP)))) expect(status).toBe(200);
    await vi.waitFor(() => expect(held).toHaveLength(50));
    for (const response of held) response.writeHead(503).end('{}');
    onReport = (response) => void response.writeHead(204).end();
    await vi.waitFor(async () => {
      await load(MP3, { 'user-agent': 'later' });
      expect(reported.at(-1)?.agent).toBe('later');
    });
  });
});

test("a book's sample supports ranges and conditional requests like other stored files", async () => {
  const part = await load(SAMPLE, { range: 'bytes=2-4' });
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10']);
  expect((await load(SAMPLE, { 'if-none-match': ETAG })).status).toBe(304);
  expect((await load(SAMPLE, { range: 'bytes=10-' })).status).toBe(416);
});

/** Begins to load a file and stops reading, as a player does whose buffer is full. */
async function pausedPlayer(server: Server) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = 0;
  socket.on('data', (part) => (received += part.length)).on('error', () => undefined);
  socket.write(`GET ${LARGE} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await once(socket, 'data');
  socket.pause();
  return { socket, received: () => received };
}

test('a paused player stops the reading from storage, and gets the rest of the file when it continues', async () => {
  let sent: ServerResponse | undefined;
  onRequest = (request, response) => {
    sent = response;
    answer(request, response);
  };
  const { socket, received } = await pausedPlayer(front);
  await sleep(500);
  expect(sent?.writableFinished, 'the storage waits').toBe(false);
  socket.resume();
  await once(socket, 'close');
  expect(received()).toBeGreaterThan(LARGE_BYTES);
});

test('a response whose storage connection breaks ends early and contains only bytes of the file', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onRequest = (_, response) => {
    response.writeHead(200, { 'content-length': 1_000_000 }).write(Buffer.alloc(300_000, 'x'));
    setTimeout(() => response.destroy(), 50);
  };
  const answered = await load(MP3);
  const reader = answered.body?.getReader();
  const parts: Uint8Array[] = [];
  const read = async () => {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return;
      parts.push(value);
    }
  };
  await expect(read()).rejects.toThrow();
  expect(Buffer.concat(parts).toString()).toMatch(/^x+$/);
  complain.mockRestore();
});

test('a stopping server ends file responses after the notice period, and still answers other requests', async () => {
  const stopping = startShell();
  await once(stopping, 'listening');
  const stop = createGracefulStop(stopping, { noticeMs: 300, limitMs: 20_000, isResumable: isStoredFile });
  const paused = await pausedPlayer(stopping);
  const cut = once(paused.socket.resume().pause(), 'close');
  const begun = performance.now();
  const stopped = stop();
  expect((await fetch(`${originOf(stopping)}${MP3}`)).status, 'during the notice').toBe(200);
  await stopped;
  const ms = performance.now() - begun;
  expect(ms).toBeGreaterThan(290);
  expect(ms).toBeLessThan(5_000);
  paused.socket.resume();
  await cut;
  expect(paused.received()).toBeLessThan(LARGE_BYTES);
});
