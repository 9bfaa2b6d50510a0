import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePorts } from './free-ports.ts';

test('ports for many sites are distinct, free, and outside the range of outgoing connections', async () => {
  const sites = await Promise.all(Array.from({ length: 40 }, () => freePorts()));
  const ports = sites.flatMap((site) => Object.values(site));
  expect(new Set(ports).size).toBe(ports.length);
  expect(Math.max(...ports)).toBeLessThan(32_768);
  const [port] = ports;
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  await new Promise((resolve) => server.close(resolve));
});
