import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { passOn } from './proxy.ts';

let upstream: Server | undefined;
let closing: (() => void) | undefined;
afterEach(() => {
  upstream?.close().closeAllConnections();
  closing?.();
});

/** Starts a server that closes a connection just when a second request arrives on it. It answers with each request's body. */
async function closingServer(): Promise<string> {
  const used = new WeakSet();
  upstream = createServer((request, response) => {
    if (used.has(request.socket)) {
      request.socket.resetAndDestroy();
      return;
    }
    used.add(request.socket);
    request.pipe(response);
  });
  await new Promise<void>((resolve) => upstream?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
}

test.each([
  ['GET', null],
  ['POST', 'who is this?'],
])('the proxy gets an answer to a %s request although the other side just closes the reused connection', async (method, body) => {
  const origin = await closingServer();
  for (let attempt = 0; attempt < 4; attempt += 1) {
    // The first request leaves an open connection, which the next request reuses.
    await (await passOn(new Request('http://site.test/'), origin, {})).text();
    const answer = await passOn(new Request('http://site.test/', { method, body }), origin, {});
    expect([answer.status, await answer.text()]).toEqual([200, body ?? '']);
  }
});

test('the proxy rejects if the other side is unreachable', async () => {
  const origin = await closingServer();
  upstream?.close();
  await expect(passOn(new Request('http://site.test/'), origin, {})).rejects.toThrow('ECONNREFUSED');
});

test('the proxy does not repeat a request that its visitor has abandoned', async () => {
  const asked: string[] = [];
  const silent = Promise.withResolvers<void>();
  upstream = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/first') response.end();
    else silent.resolve();
  });
  await new Promise<void>((resolve) => upstream?.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  // The connection of this request stays open.
  await (await passOn(new Request('http://site.test/first'), origin, {})).text();
  const leaving = new AbortController();
  const answer = passOn(new Request('http://site.test/slow', { signal: leaving.signal }), origin, {});
  await silent.promise;
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await (await passOn(new Request('http://site.test/first'), origin, {})).text();
  expect(asked).toEqual(['/first', '/slow', '/first']);
});

/** Starts a server that answers after it got the headers, and resets the connection shortly after, even during an upload. */
async function resettingServer(): Promise<string> {
  const server = createNetServer((socket) => {
    socket.on('error', () => undefined).pause();
    socket.write('HTTP/1.1 413 Payload Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno');
    setTimeout(() => socket.resetAndDestroy(), 50);
  });
  closing = () => server.close();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)) });

test('the proxy passes on an answer even if the upload breaks off after the answer began', async () => {
  const origin = await resettingServer();
  const request = new Request('http://site.test/', { method: 'POST', body: endless(), duplex: 'half' } as RequestInit);
  const answer = await passOn(request, origin, {});
  expect([answer.status, await answer.text()]).toEqual([413, 'no']);
});

test('the proxy opens no connection for a small body before it is complete, nor when it breaks off', async () => {
  let opened = 0;
  const origin = await closingServer();
  upstream?.on('connection', () => (opened += 1));
  const half = Promise.withResolvers<void>();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('half of it')),
    pull: async (controller) => {
      await half.promise;
      controller.error(new Error('cut off'));
    },
  });
  const answer = passOn(new Request('http://site.test/', { method: 'POST', body, duplex: 'half' } as RequestInit), origin, {});
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(opened).toBe(0);
  half.resolve();
  await expect(answer).rejects.toThrow('cut off');
  expect(opened).toBe(0);
});

test('the proxy closes its connection to the other side when a large body breaks off', async () => {
  const gone = Promise.withResolvers<void>();
  upstream = createServer((request) => request.on('error', () => gone.resolve()).resume());
  await new Promise<void>((resolve) => upstream?.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  let pieces = 0;
  const body = new ReadableStream({
    pull: (controller) => {
      pieces += 1;
      if (pieces < 10) controller.enqueue(new Uint8Array(64 * 1024));
      else controller.error(new Error('cut off'));
    },
  });
  await expect(
    passOn(new Request('http://site.test/', { method: 'POST', body, duplex: 'half' } as RequestInit), origin, {}),
  ).rejects.toThrow();
  await gone.promise;
});

test('the proxy gives a slow reader the whole answer, and rejects if the other side is silent', async () => {
  const large = Buffer.alloc(30_000_000);
  upstream = createServer((request, response) => {
    if (request.url === '/large') response.end(large);
  });
  await new Promise<void>((resolve) => upstream?.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  await expect(passOn(new Request('http://site.test/silent'), origin, {}, 700)).rejects.toThrow('no answer');
  const answer = await passOn(new Request('http://site.test/large'), origin, {}, 700);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect((await answer.arrayBuffer()).byteLength).toBe(large.length);
});
