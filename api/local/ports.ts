import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 200;

/** The environment variable and the default of each port. */
const PORTS = {
  site: { variable: 'SITE_PORT', usual: 3000 },
  api: { variable: 'API_PORT', usual: 3001 },
  data: { variable: 'DATA_PORT', usual: 54321 },
  identity: { variable: 'IDENTITY_PORT', usual: 9099 },
  payments: { variable: 'PAYMENTS_PORT', usual: 12111 },
  smtp: { variable: 'SMTP_PORT', usual: 1025 },
  inbox: { variable: 'INBOX_PORT', usual: 1080 },
  videos: { variable: 'VIDEOS_PORT', usual: 8787 },
  imap: { variable: 'IMAP_PORT', usual: 1143 },
} as const;

type PortName = keyof typeof PORTS;
export type Ports = Record<PortName, number>;

const names = Object.keys(PORTS) as PortName[];
const portsFrom = (portOf: (name: PortName) => number) => Object.fromEntries(names.map((name) => [name, portOf(name)])) as Ports;

/** Distance of an empty site's ports from the defaults, so that it can run next to the demo. */
const EMPTY_OFFSET = 100;

/** Returns the ports for `npm start`: the defaults, or the values of environment variables. Throws for an invalid port. */
export function portsFromEnvironment(environment: NodeJS.ProcessEnv, isEmpty = false): Ports {
  return portsFrom((name) => {
    const { variable, usual } = PORTS[name];
    const port = Number(environment[variable] || usual + (isEmpty ? EMPTY_OFFSET : 0));
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${variable} is not a port: ${environment[variable]}`);
    return port;
  });
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // A machine without IPv6 reports EADDRNOTAVAIL. No process can hold the port there.
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Throws one error that names every port still busy after `waitMs`, and the variable that changes it. */
export async function refuseBusyPorts(ports: Ports, waitMs = 0): Promise<void> {
  const waitsUntil = Date.now() + waitMs;
  for (;;) {
    const busy = await findBusyPorts(ports);
    if (busy.length === 0) return;
    if (Date.now() >= waitsUntil) throw new Error(busy.join('\n'));
    await sleep(LOOK_EVERY_MS);
  }
}

async function findBusyPorts(ports: Ports): Promise<string[]> {
  const checked = await Promise.all(
    names.map(async (name) => ({ name, free: (await isFree(ports[name], '127.0.0.1')) && (await isFree(ports[name], '::1')) })),
  );
  return checked
    .filter(({ free }) => !free)
    .map(({ name }) => `port ${ports[name]} (${name}) is in use: free it, or set ${PORTS[name].variable}`);
}
