import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { passOn } from './proxy.ts';

let upstream: Server | undefined;
afterEach(() => void upstream?.close().closeAllConnections());

/** A server that closes a connection in the moment in which a second request arrives on it. Answers with each request's body. */
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
])('a %s is answered although the connection that was kept is just being closed', async (method, body) => {
  const origin = await closingServer();
  for (let attempt = 0; attempt < 4; attempt += 1) {
    // The first one leaves a connection that could be used again.
    await (await passOn(new Request('http://site.test/'), origin, {})).text();
    const answer = await passOn(new Request('http://site.test/', { method, body }), origin, {});
    expect([answer.status, await answer.text()]).toEqual([200, body ?? '']);
  }
});

test('a server that is not there is an error', async () => {
  const origin = await closingServer();
  upstream?.close();
  await expect(passOn(new Request('http://site.test/'), origin, {})).rejects.toThrow('ECONNREFUSED');
});

test('what a visitor no longer waits for is not asked for again', async () => {
  const asked: string[] = [];
  const silent = Promise.withResolvers<void>();
  upstream = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/first') response.end();
    else silent.resolve();
  });
  await new Promise<void>((resolve) => upstream?.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  // Its connection is kept.
  await (await passOn(new Request('http://site.test/first'), origin, {})).text();
  const leaving = new AbortController();
  const answer = passOn(new Request('http://site.test/slow', { signal: leaving.signal }), origin, {});
  await silent.promise;
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await (await passOn(new Request('http://site.test/first'), origin, {})).text();
  expect(asked).toEqual(['/first', '/slow', '/first']);
});
