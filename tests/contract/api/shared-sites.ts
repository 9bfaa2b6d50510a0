import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Site } from '../../../api/local/site.ts';
import { runAtServer, startPostgres } from '../../setup/postgres.ts';
import { openData, type PreparedSite, waitUntilChannelIsRead } from '../../setup/prepared-site.ts';
import { EVERYTHING_BUT_PAGES, startOnly } from '../stand-ins/targets.ts';

type Started = Awaited<ReturnType<typeof startOnly>>;
/** The part of a site that a test file gets if it did not start the site. */
export type SharedSite = Pick<Site, 'addresses' | 'file'> & { dir: string };

/** Starts a site, waits for its first jobs and stops it. */
async function prepareSite(): Promise<{ prepared: PreparedSite; close: () => Promise<void> }> {
  const { site, dir, database, close } = await startOnly([...EVERYTHING_BUT_PAGES]);
  const { addresses, file, processes } = site;
  await waitUntilChannelIsRead(site);
  // The API must stop between two of its statements.
  await processes.api.stop();
  // Without recorded runs, a caller that waits for a job waits for the job of the next API.
  await openData(addresses.data, file.internal.dataSecretKey).from('jobs').delete().neq('name', '').throwOnError();
  await site.stop();
  return { prepared: { dir, addresses, database }, close };
}

/**
 * Resets a used site to a new one: a database with the demo channel, no sales, no emails, and an API with empty caches. Accounts stay,
 * because no API test changes the demo accounts, and all others have addresses of their own.
 */
async function renew({ site }: Started): Promise<void> {
  const { processes, addresses, file } = site;
  // Nothing in the memory of the API's process is needed any more.
  await processes.api.kill();
  const emptied = [
    `${addresses.data}/_local/state`,
    `${addresses.payments}/_local/state`,
    ...['messages', '_local/refusals', '_local/mailbox'].map((path) => `${addresses.inbox}/${path}`),
    ...['videos', 'failure', 'loop', 'calls'].map((path) => `${addresses.videos}/_local/${path}`),
  ];
  const empty = async (address: string) => {
    const answer = await fetch(address, { method: 'DELETE', headers: { apikey: file.internal.dataSecretKey } });
    if (!answer.ok) throw new Error(`DELETE ${address}: ${answer.status} ${await answer.text()}`);
  };
  await Promise.all(emptied.map(empty));
  await processes.api.start();
}

/**
 * Starts the database server of the run, with an empty database that others are copied from. Returns null where only the embedded one is
 * available.
 */
async function startServer(): Promise<{ stop: () => Promise<void> } | null> {
  const own = process.env.CONTRACT_POSTGRES ? null : await startPostgres();
  const address = process.env.CONTRACT_POSTGRES ?? own?.address;
  if (!address) return null;
  const blank = `semente_test_blank_${process.pid}`;
  await runAtServer(address, `create database ${blank}`);
  const blankAddress = `${address}/${blank}`;
  const { close } = await startOnly(['data'], blankAddress);
  await close();
  // The worker processes that run the test files inherit both variables.
  process.env.CONTRACT_POSTGRES = address;
  process.env.BLANK_DATABASE = blankAddress;
  return {
    stop: async () => {
      if (own) await own.stop();
      else await runAtServer(address, `drop database ${blank}`);
    },
  };
}

/** Lends sites to the test files, each site to one file at a time. A new site starts when none is free, and all live until the run ends. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startServer();
  let preparing: ReturnType<typeof prepareSite> | undefined;
  const getPrepared = () => (preparing ??= prepareSite());
  const lent = new Map<string, Started>();
  const free: Started[] = [];
  const started: Started[] = [];

  async function start(): Promise<Started> {
    const one = await startOnly([...EVERYTHING_BUT_PAGES], undefined, { prepared: (await getPrepared()).prepared });
    started.push(one);
    // A site that lost a process is not lent again.
    one.site.ended.catch(() => void (lent.delete(one.dir) || free.splice(free.indexOf(one), 1)));
    return one;
  }
  async function lend(): Promise<SharedSite> {
    const used = free.pop();
    if (used) await renew(used);
    const one = used ?? (await start());
    lent.set(one.dir, one);
    return { addresses: one.site.addresses, file: one.site.file, dir: one.dir };
  }
  function takeBack(dir: string): void {
    const one = lent.get(dir);
    if (one && lent.delete(dir)) free.push(one);
  }

  const answers: Record<string, (request: IncomingMessage) => Promise<unknown>> = {
    GET: async () => (await getPrepared()).prepared,
    POST: lend,
    DELETE: async (request) => takeBack(await text(request)),
  };
  const lender = createServer(async (request, response) => {
    try {
      response.end(JSON.stringify((await answers[request.method ?? '']?.(request)) ?? null));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => lender.listen(0, '127.0.0.1', resolve));
  // The worker processes that run the test files inherit the variable.
  process.env.API_SITES = `http://127.0.0.1:${(lender.address() as AddressInfo).port}`;
  return async () => {
    lender.close();
    lender.closeAllConnections();
    // A failed preparation was reported to the test file that requested it.
    const prepared = await preparing?.catch(() => undefined);
    await Promise.all([prepared?.close(), ...started.map(({ close }) => close())]);
    await server?.stop();
  };
}
