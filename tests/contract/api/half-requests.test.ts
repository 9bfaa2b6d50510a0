import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createLimitedServer } from '@site/shared/process/limited-server.ts';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { access } from '../../../api/src/platform/access.ts';
import { commonHeaders } from '../../../api/src/platform/http.ts';
import { anApp } from './an-app.ts';

const INFO = 30;
type Line = { level: number; code?: string; status?: number; route?: string };

let server: Server;
let port: number;
let lines: Line[] = [];

beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const times = { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 50 };
  const headers = commonHeaders({ NODE_ENV: 'production', HSTS_PRELOAD: undefined });
  server = createLimitedServer(getRequestListener(anApp({ log }).fetch), { headers, ...times });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close().closeAllConnections());
beforeEach(() => {
  lines = [];
});

/** Sends `text`, then hangs up at once if `isLeft` is set. */
async function send(text: string, isLeft = false): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (part) => (received += part)).on('error', () => undefined);
  const closed = once(socket, 'close');
  await new Promise((resolve) => socket.write(text, resolve));
  if (isLeft) setTimeout(() => socket.resetAndDestroy(), 50);
  await closed;
  return received;
}
const ask = (method: string, path: string) => send(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
const statusOf = (text: string) => Number(text.slice(9, 12));
const headerOf = (text: string, name: string) => new RegExp(`^${name}: (.*?)\\r?$`, 'im').exec(text)?.[1];
const errorOf = (text: string) => JSON.parse(text.slice(text.indexOf('\r\n\r\n'))).error;
const linesOf = async (count: number) => {
  const end = performance.now() + 5_000;
  while (lines.filter(({ status }) => status !== undefined).length < count && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 10));
  return lines;
};

describe('an incomplete request', () => {
  const IS_JSON = 'Host: x\r\nContent-Type: application/json\r\n';
  const halves = ['/api/webhooks/stripe', '/api/newsletter/confirm'].flatMap((path) => [
    [path, 'announced', `POST ${path} HTTP/1.1\r\n${IS_JSON}Content-Length: 20\r\n\r\n{"token"`],
    [path, 'chunked', `POST ${path} HTTP/1.1\r\n${IS_JSON}Transfer-Encoding: chunked\r\n\r\n8\r\n{"token"\r\n`],
  ]);

  test.each(halves)('a half request to %s (%s) gets 408 when no more of it arrives', async (_path, _length, text) => {
    const answer = await send(text);
    expect([statusOf(answer), errorOf(answer).code, headerOf(answer, 'connection')]).toEqual([408, 'request_timeout', 'close']);
    expect(headerOf(answer, 'x-request-id')).toBe(errorOf(answer).requestId);
    expect(headerOf(answer, 'strict-transport-security')).toBe('max-age=63072000');
    for (const { level } of await linesOf(1)) expect(level).toBe(INFO);
  });

  test.each(halves)('the API logs a half request to %s (%s) at level info when its caller hangs up', async (_path, _length, text) => {
    await send(text, true);
    const seen = await linesOf(1);
    expect(seen.map(({ status }) => status).filter(Boolean)).toEqual([408]);
    for (const { level } of seen) expect(level).toBe(INFO);
  });
});

describe('a wrong method', () => {
  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'];
  const calls = Object.keys(access).map((route) => {
    const [method = '', pattern = ''] = route.split(' ');
    return { method, pattern, isAt: new RegExp(`^${pattern.replaceAll('.', '[.]').replace(/:\w+/g, '[^/]+')}$`) };
  });

  test('the API refuses a wrong method on every path and names the right ones', { timeout: 60_000 }, async () => {
    for (const path of new Set(calls.map(({ pattern }) => pattern.replace(/:\w+/g, 'none-of-these')))) {
      const methods = calls.filter(({ isAt }) => isAt.test(path)).map(({ method }) => method);
      for (const method of METHODS.filter((other) => !methods.includes(other))) {
        const answer = await ask(method, path);
        const allowed = headerOf(answer, 'allow')?.split(', ') ?? [];
        expect([`${method} ${path}`, statusOf(answer)]).toEqual([`${method} ${path}`, 405]);
        expect(errorOf(answer).code).toBe('method_not_allowed');
        expect(allowed).toEqual(expect.arrayContaining([...methods, 'OPTIONS']));
        expect(allowed).not.toContain(method);
        expect(allowed.includes('HEAD')).toBe(allowed.includes('GET'));
      }
    }
    expect(lines.filter(({ level }) => level > INFO)).toEqual([]);
  });

  test('the API accepts HEAD exactly where it accepts GET', async () => {
    expect(statusOf(await ask('HEAD', '/healthz'))).toBe(200);
    expect(statusOf(await ask('HEAD', '/api/contact'))).toBe(405);
  });

  test('an OPTIONS request gets the methods of a path, or 404 for an unknown path', async () => {
    const answer = await ask('OPTIONS', '/api/me/newsletter');
    expect([statusOf(answer), headerOf(answer, 'allow')]).toEqual([204, 'GET, HEAD, PUT, OPTIONS']);
    expect(headerOf(answer, 'access-control-allow-origin')).toBeUndefined();
    expect(statusOf(await ask('OPTIONS', '/api/nothing'))).toBe(404);
  });

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('a %s request to an unknown path gets 404', async (method) => {
    const answer = await ask(method, '/api/nothing/here');
    expect([statusOf(answer), errorOf(answer).code, headerOf(answer, 'allow')]).toEqual([404, 'not_found', undefined]);
  });
});

test('a query with thousands of keys costs the API no noticeable CPU time', async () => {
  const query = Array.from({ length: 2_500 }, (_, key) => key.toString(36))
    .join('&')
    .slice(0, 8_000);
  // Measures the CPU time of this process only, because the machine may have other work.
  const before = process.cpuUsage();
  for (let turn = 0; turn < 10; turn += 1) expect(statusOf(await ask('GET', `/api/ebooks?q=${'x'.repeat(101)}&${query}`))).toBe(400);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 10_000).toBeLessThan(50);
});
