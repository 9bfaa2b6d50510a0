import { EventEmitter, once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createLimitedServer } from './limited-server.ts';

const TIMES = { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50, stillMs: 600 };
const COMMON = { 'x-content-type-options': 'nosniff' };

let server: Server | undefined;
afterEach(() => void server?.close().closeAllConnections());

async function listen(listener: RequestListener, times: Partial<typeof TIMES> = TIMES): Promise<number> {
  server = createLimitedServer(listener, { headers: COMMON, ...times });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Opens a connection and collects what arrives on it. */
function open(port: number): { socket: Socket; closed: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (part) => (received += part.toString('latin1'))).on('error', () => undefined);
  return { socket, closed: new Promise((resolve) => socket.on('close', () => resolve(received))) };
}

async function send(port: number, text: string): Promise<string> {
  const { socket, closed } = open(port);
  socket.write(text);
  return await closed;
}

const refusalIn = (text: string) => {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  expect(head).toMatch(/^x-content-type-options: nosniff\r?$/im);
  expect(head).toMatch(/^connection: close\r?$/im);
  return [Number(text.slice(9, 12)), JSON.parse(body).error.code];
};

const refuseAtOnce: RequestListener = (_, response) => response.writeHead(413, { 'content-length': 2, connection: 'close' }).end('no');
const readAll: RequestListener = (request, response) => {
  request.on('error', () => undefined).resume();
  request.on('end', () => response.end('ok'));
};

describe('a server with limits', () => {
  it.each(['content-length: 20000000', 'transfer-encoding: chunked'])(
    "a caller that writes 20 MB before it reads still gets the server's early answer (%s)",
    async (length) => {
      const port = await listen(refuseAtOnce, {});
      for (let turn = 0; turn < 3; turn += 1) {
        const { socket, closed } = open(port);
        socket.pause();
        socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n`);
        const part = Buffer.alloc(1_000_000, 'x');
        for (let sent = 0; sent < 20; sent += 1) {
          if (length.includes('chunked')) socket.write(`${part.length.toString(16)}\r\n`);
          await new Promise((resolve) => socket.write(part, resolve));
          if (length.includes('chunked')) socket.write('\r\n');
        }
        if (length.includes('chunked')) socket.write('0\r\n\r\n');
        socket.resume();
        expect(await closed).toMatch(/^HTTP\/1\.1 413 [\s\S]*\r\n\r\nno$/);
      }
    },
  );

  it('the server sends an early answer before the body has arrived', async () => {
    const port = await listen(refuseAtOnce, {});
    const { socket } = open(port);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\ncontent-length: 5\r\n\r\n');
    const [first] = await once(socket, 'data');
    expect(String(first)).toContain('413');
    socket.destroy();
  });

  it('the server answers the next request of a connection after a rejected body', async () => {
    const port = await listen((request, response) => response.writeHead(200, { 'content-length': 1 }).end(request.url?.slice(1)), {});
    const body = 'x'.repeat(300_000);
    const text = await send(
      port,
      `POST /1 HTTP/1.1\r\nHost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}GET /2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(text.match(/\r\n\r\n\d/g)).toEqual(['\r\n\r\n1', '\r\n\r\n2']);
  });

  it('the server discards at most 64 MB of a rejected body', { timeout: 60_000 }, async () => {
    const port = await listen((_, response) => response.writeHead(404, { 'content-length': 2 }).end('no'), {});
    const { socket, closed } = open(port);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\ncontent-length: 1000000000\r\n\r\n');
    const part = Buffer.alloc(1_000_000, 'x');
    let sent = 0;
    for (; sent < 500 && !socket.destroyed; sent += 1) await new Promise((resolve) => socket.write(part, resolve));
    expect(await closed).toContain('404');
    expect(sent).toBeLessThan(150);
  });

  it.each([
    ['nothing', ''],
    ['part of a request head', 'POST / HTTP/1.1\r\nHos'],
    ['a complete request head', 'POST / HTTP/1.1\r\nHost: x\r\ncontent-length: 10\r\n\r\n'],
    ['half a body', 'POST / HTTP/1.1\r\nHost: x\r\ncontent-length: 10\r\n\r\nhello'],
    ['half of a chunked body', 'POST / HTTP/1.1\r\nHost: x\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n'],
  ])('the server closes a connection that sends %s and no more, with 408 if a request began', async (_, text) => {
    const port = await listen(readAll);
    const answer = await send(port, text);
    if (text === '') expect(answer).toBe('');
    else expect(refusalIn(answer)).toEqual([408, 'request_timeout']);
  });

  it('the server closes a connection that sends single bytes for ever', async () => {
    const port = await listen(readAll);
    const { socket, closed } = open(port);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\ncontent-length: 100000\r\n\r\n');
    const trickle = setInterval(() => socket.writable && socket.write('x'), 20);
    expect(refusalIn(await closed)).toEqual([408, 'request_timeout']);
    clearInterval(trickle);
  });

  it('the server writes no second answer after an early one whose body never ends', async () => {
    const port = await listen(refuseAtOnce);
    const text = await send(port, 'POST / HTTP/1.1\r\nHost: x\r\ncontent-length: 10\r\n\r\nhello');
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413']);
  });

  const LARGE = 32 * 1024 * 1024;
  const answerLarge: RequestListener = (_, response) => response.writeHead(200, { 'content-length': LARGE }).end(Buffer.alloc(LARGE, 'x'));

  it('the server closes a connection whose caller reads no answer', async () => {
    const port = await listen(answerLarge);
    const arrived = once(server ?? new EventEmitter(), 'connection');
    const { socket } = open(port);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [accepted] = await arrived;
    await once(accepted, 'close');
    socket.destroy();
  });

  it('the server serves a slow reader to the end', async () => {
    const port = await listen(answerLarge);
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    let read = 0;
    let rests = 0;
    for await (const part of socket) {
      read += part.length;
      if (read > (rests + 1) * 2_000_000) {
        rests += 1;
        await sleep(150);
      }
    }
    expect(read).toBeGreaterThan(LARGE);
    expect(rests).toBeGreaterThan(10);
  });

  it.each([
    ['a URL of 9 kB', `GET /${'x'.repeat(9_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'url_too_long'],
    ['a URL of 40 kB', `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'url_too_long'],
    ['one header of 40 kB', `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['headers of 1 MB', `GET / HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(170_000)}\r\n`, 431, 'headers_too_large'],
    ['bytes that are not HTTP', 'hello\r\n\r\n', 400, 'invalid_input'],
    ['two Content-Length headers', 'POST / HTTP/1.1\r\nHost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400, 'invalid_input'],
  ])('the server rejects %s with an error in the usual format', async (_, text, status, code) => {
    const port = await listen(readAll);
    expect(refusalIn(await send(port, text))).toEqual([status, code]);
  });

  it('the server accepts a URL of 8,000 characters', async () => {
    const port = await listen((_, response) => response.end('ok'));
    expect(await send(port, `GET /${'x'.repeat(8_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toContain('200');
  });
});
