import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileError } from '@site/shared/process/files.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { createWholeStore } from './whole-store.ts';

const ADDRESS = 'https://data.test';
const asked: string[] = [];

function answer(response: () => Response): void {
  asked.length = 0;
  vi.stubGlobal('fetch', async (input: string) => {
    asked.push(input);
    return response();
  });
}
let service: Server | undefined;
async function serve(listener: RequestListener): Promise<string> {
  service = createServer(listener);
  await new Promise<void>((resolve) => service?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
}
const file = { bucket: 'ebooks', key: 'pdfs/a.pdf', contentType: 'application/pdf', cacheControl: '60' };
const parts = ['one ', 'two ', 'three ', 'four'];
const whole = parts.join('');

afterEach(() => {
  vi.unstubAllGlobals();
  service?.close().closeAllConnections();
});

test('the error about rows that this machine may not read names the failed call', async () => {
  answer(() => new Response(null, { status: 404, headers: { 'content-length': '0' } }));
  await expect(createWholeStore(ADDRESS, 'key').shape()).rejects.toThrow(`${ADDRESS}/rest/v1/rpc/export_shape answers 404`);
  expect(asked).toHaveLength(1);
});

test("the store lists only files in the shop's buckets", async () => {
  answer(() => Response.json([]));
  expect(await createWholeStore(ADDRESS, 'key').files()).toEqual([]);
  expect(asked.toSorted()).toEqual(['ebooks', 'store-assets'].map((bucket) => `${ADDRESS}/storage/v1/object/list/${bucket}`));
});

test('reading a file may take longer than another call, and starts again after a broken connection', async () => {
  let attempts = 0;
  const url = await serve(async (_, response) => {
    attempts += 1;
    response.writeHead(200, { 'content-length': whole.length });
    for (const part of parts) {
      response.write(part);
      await sleep(40);
      if (attempts === 1) response.destroy();
    }
  });
  const texts: string[] = [];
  const isThere = await createWholeStore(url, 'key', 100).readFile(file, async (body) => {
    let text = '';
    for await (const part of body) text += Buffer.from(part).toString();
    texts.push(text);
  });
  expect([isThere, texts, attempts]).toEqual([true, [whole], 2]);
});

test("storing a file may take longer than another call, and sends the file's length", async () => {
  const stored: unknown[] = [];
  const url = await serve(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    stored.push([request.headers['content-length'], request.headers['transfer-encoding'], request.headers['content-type'], text]);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"Id":"1","Key":"ebooks/pdfs/a.pdf"}');
  });
  const slowly = async function* () {
    for (const part of parts) {
      await sleep(40);
      yield Buffer.from(part);
    }
  };
  await createWholeStore(url, 'key', 100).storeFile(file, { bytes: whole.length, open: () => ReadableStream.from(slowly()) });
  expect(stored).toEqual([[String(whole.length), undefined, 'application/pdf', whole]]);
});

test('a full disk ends the reading of a file at once', async () => {
  let attempts = 0;
  const url = await serve((_, response) => {
    attempts += 1;
    response.end(whole);
  });
  const full = new FileError('the disk is full');
  await expect(createWholeStore(url, 'key').readFile(file, () => Promise.reject(full))).rejects.toBe(full);
  expect(attempts).toBe(1);
});

test('a large file that is stored is not kept in memory', { timeout: 30_000 }, async () => {
  const [part, count] = [1_000_000, 300];
  let peak = 0;
  let received = 0;
  const url = await serve(async (request, response) => {
    for await (const bytes of request) received += bytes.length;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"Id":"1","Key":"ebooks/pdfs/a.pdf"}');
  });
  const before = process.memoryUsage().arrayBuffers;
  const parts = function* () {
    for (let index = 0; index < count; index += 1) {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
      yield Buffer.alloc(part);
    }
  };
  await createWholeStore(url, 'key').storeFile(file, { bytes: part * count, open: () => ReadableStream.from(parts()) });
  expect(received).toBe(part * count);
  expect(peak).toBeLessThan((part * count) / 2);
});
