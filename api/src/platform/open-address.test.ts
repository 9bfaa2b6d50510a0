import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { AddressProblem, isPublicIp, openAddress } from './open-address.ts';

let server: Server | undefined;
afterEach(() => server?.close().closeAllConnections());
async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const here = { maxBytes: 1_000, ms: 3_000, isAllowed: (ip: string) => ip === '127.0.0.1' };
async function read(address: string, limits = here): Promise<string> {
  const parts = [];
  for await (const part of await openAddress(address, limits)) parts.push(part);
  return Buffer.concat(parts).toString();
}
const problemOf = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error: unknown) => (error instanceof AddressProblem ? error.problem : error),
  );

describe('private networks', () => {
  test.each([
    'http://127.0.0.1:1/',
    'http://localhost:1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fd00::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://100.64.0.1/',
    'https://192.168.1.1/',
  ])('an address that is not on the public internet is not opened: %s', async (address) => {
    expect(await problemOf(openAddress(address, { maxBytes: 1_000, ms: 3_000 }))).toBe('private_address');
  });

  test.each(['8.8.8.8', '192.0.3.1', '172.32.0.1', '2606:4700::1111'])('the IP address %s counts as public', (ip) =>
    expect(isPublicIp(ip)).toBe(true),
  );

  test('a redirect to a network that is not allowed is not followed', async () => {
    let isReached = false;
    const address = await serve((request, response) => {
      isReached ||= request.url === '/inside';
      response.writeHead(302, { location: `http://127.0.0.2:${request.headers.host?.split(':')[1]}/inside` }).end();
    });
    expect([await problemOf(read(address)), isReached]).toEqual(['private_address', false]);
  });
});

test('an address is read through five redirects', async () => {
  const asked: (string | undefined)[] = [];
  const address = await serve((request, response) => {
    asked.push(request.url);
    const step = Number(request.url?.slice(1));
    if (step < 5) response.writeHead(302, { location: `/${step + 1}` }).end();
    else response.end('sound');
  });
  expect(await read(`${address}/0`)).toBe('sound');
  expect(asked).toEqual(['/0', '/1', '/2', '/3', '/4', '/5']);
});

test('a sixth redirect, an error status and a broken connection make an address unreachable', async () => {
  const address = await serve((request, response) => {
    if (request.url === '/gone') response.writeHead(404).end();
    else if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': '100' }).write('so');
      setTimeout(() => response.destroy(), 50);
    } else response.writeHead(302, { location: '/again' }).end();
  });
  for (const path of ['/again', '/gone', '/cut']) expect(await problemOf(read(`${address}${path}`))).toBe('unreachable');
  expect(await problemOf(read('ftp://127.0.0.1/a.mp3'))).toBe('unreachable');
  expect(await problemOf(read('http://name:word@127.0.0.1/a.mp3'))).toBe('unreachable');
});

test('opening an address ends an answer that is too large or too slow, whatever its content-length header says', async () => {
  const address = await serve((request, response) => {
    if (request.url === '/says') response.writeHead(200, { 'content-length': '1001' });
    if (request.url === '/slow') response.writeHead(200).write('s');
    else response.end('a'.repeat(1_001));
  });
  expect(await problemOf(openAddress(`${address}/says`, here))).toBe('too_large');
  expect(await problemOf(read(`${address}/grows`))).toBe('too_large');
  expect(await problemOf(read(`${address}/slow`, { ...here, ms: 200 }))).toBe('unreachable');
});
