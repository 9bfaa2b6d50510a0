import { afterEach, expect, test, vi } from 'vitest';
import { withRequestId } from '../../base/request-id.ts';
import { createData, type Data } from './data.ts';
import { createWholeStore } from './whole-store.ts';

afterEach(() => vi.unstubAllGlobals());

test("a call to the data service has the id of the API's request", async () => {
  const fetch = vi.fn(async (_input: unknown, _init: { headers: Headers }) => Response.json(true));
  vi.stubGlobal('fetch', fetch);
  const data = createData('https://data.example', 'secret');
  const ask = () => data.sql.isRestored();
  await Promise.all([withRequestId('request-0001', ask), withRequestId('request-0002', ask), ask()]);
  const sent = fetch.mock.calls.map(([, init]) => init.headers.get('x-request-id'));
  expect(sent).toEqual(['request-0001', 'request-0002', null]);
  expect(fetch.mock.calls[0]?.[1].headers.get('apikey')).toBe('secret');
});

test('the API retries a database call only if another transaction caused the rollback', async () => {
  const codes: string[] = [];
  const answers = [...['40P01', '40001'], ...['23505'], ...['40P01', '40P01', '40P01']];
  vi.stubGlobal('fetch', async () => {
    const code = answers.shift();
    if (!code) return Response.json(true);
    codes.push(code);
    return Response.json({ code, message: 'no', details: null, hint: null }, { status: 500 });
  });
  const ask = () => createData('https://data.example', 'secret').sql.isRestored();
  await expect(ask()).rejects.toThrow('23505');
  await expect(ask()).rejects.toThrow('40P01');
  expect(codes).toEqual(['40P01', '40001', '23505', '40P01', '40P01', '40P01']);
  expect(await ask()).toBe(true);
});

test.each([
  ['is read-only (PostgREST’s error)', 405, '25006'],
  ['is full', 500, '53100'],
  ['has an I/O error', 500, '58030'],
  ['ended a transaction that took too long', 500, '25P04'],
  ['timed out on a lock', 500, '55P03'],
])('a database that %s counts as an outage', async (_, status, code) => {
  vi.stubGlobal('fetch', async () => Response.json({ code, message: 'no', details: null, hint: null }, { status }));
  await expect(createData('https://data.example', 'secret').sql.isRestored()).rejects.toMatchObject({
    code: 'service_unavailable',
    detail: { retryAfterSeconds: 5 },
  });
});

test.each([
  ['read', async (data: Data) => await data.readPrivateFile('a.pdf')],
  [
    'streamed',
    async (data: Data) => {
      for await (const _portion of await data.streamPrivateFile('a.pdf'));
    },
  ],
])('a file that is cut off while it is %s counts as an outage', async (_, read) => {
  const cut = () => {
    let isBegun = false;
    return new ReadableStream({
      pull: (controller) => {
        if (isBegun) controller.error(new TypeError('terminated'));
        else controller.enqueue(new Uint8Array(10));
        isBegun = true;
      },
    });
  };
  vi.stubGlobal('fetch', async () => new Response(cut()));
  await expect(read(createData('https://data.example', 'secret'))).rejects.toMatchObject({
    code: 'service_unavailable',
    detail: { retryAfterSeconds: 5 },
  });
});

/** Makes the data service answer every file call with this response. */
const playStorage = (status: number, body: object) => vi.stubGlobal('fetch', async () => Response.json(body, { status }));

test.each([
  ['storage before v1.67.18', 400, { statusCode: '404', error: 'not_found', message: 'Object not found' }],
  ['storage since v1.67.18', 400, { statusCode: '404', code: 'NoSuchKey', error: 'not_found', message: 'Object not found' }],
  ['from a gateway', 404, { message: 'Not found' }],
])("a missing file in storage's error format counts as missing (%s)", async (_, status, body) => {
  playStorage(status, body);
  expect(await createData('https://data.example', 'secret').aboutPrivateFile('nothing.pdf')).toBeNull();
  const write = vi.fn();
  expect(await createWholeStore('https://data.example', 'secret').readFile({ bucket: 'ebooks', key: 'nothing.pdf' }, write)).toBe(false);
  expect(write).not.toHaveBeenCalled();
});

test.each([
  [400, { statusCode: '404', error: 'Bucket not found', message: 'Bucket not found' }],
  [400, { statusCode: '404', code: 'NoSuchBucket', error: 'Bucket not found', message: 'Bucket not found' }],
  [403, { statusCode: '403', error: 'Unauthorized', message: 'signature verification failed' }],
])('an error that is not about our files does not count as a missing file (%s %j)', async (status, body) => {
  playStorage(status, body);
  await expect(createData('https://data.example', 'secret').aboutPrivateFile('nothing.pdf')).rejects.toThrow(body.message);
});
