import { createServer } from 'node:net';

const NAMES = ['site', 'api', 'data', 'identity', 'payments', 'smtp', 'inbox', 'videos', 'imap'] as const;

async function freePort(): Promise<{
  port: number;
  release: () => Promise<void>;
}> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    release: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A free port for each process of a site; all are held until the last is known, so that none comes twice. */
export async function freePorts(): Promise<Record<(typeof NAMES)[number], number>> {
  const held = await Promise.all(NAMES.map(() => freePort()));
  await Promise.all(held.map(({ release }) => release()));
  return Object.fromEntries(NAMES.map((name, index) => [name, held[index]?.port ?? 0])) as Record<(typeof NAMES)[number], number>;
}
