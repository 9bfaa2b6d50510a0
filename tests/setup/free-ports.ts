import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

const NAMES = ['site', 'api', 'data', 'identity', 'payments', 'smtp', 'inbox', 'videos', 'imap'] as const;

/**
 * The first port for test sites. It is above the ports of `npm start`, and below the ports of outgoing connections, which could take a free
 * port at any moment.
 */
const FIRST = 13_000;
const LAST = 32_767;
const BLOCK = NAMES.length + 1;

/** Listens on a port. Returns null if the port is in use. */
function hold(port: number): Promise<Server | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server.unref()));
  });
}

const release = (server: Server | null): Promise<void> =>
  new Promise((resolve) => {
    if (server) server.close(() => resolve());
    else resolve();
  });

/** Returns a free port for each process of a site. No other caller gets these ports until this process ends. */
export async function freePorts(): Promise<Record<(typeof NAMES)[number], number>> {
  const first = FIRST + BLOCK * randomInt(Math.floor((LAST - FIRST) / BLOCK));
  // This process keeps the port until it ends. The port marks the ports after it as taken.
  const claim = await hold(first);
  if (!claim) return await freePorts();
  const ports = NAMES.map((_, index) => first + 1 + index);
  const held = await Promise.all(ports.map(hold));
  await Promise.all(held.map(release));
  if (held.includes(null)) {
    await release(claim);
    return await freePorts();
  }
  return Object.fromEntries(NAMES.map((name, index) => [name, ports[index]])) as Record<(typeof NAMES)[number], number>;
}
