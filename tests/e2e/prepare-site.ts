import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SiteFile, startSite } from '../../api/local/site.ts';
import { freePorts } from '../setup/free-ports.ts';
import { runAtServer, startPostgres } from '../setup/postgres.ts';
import { type PreparedSite, waitUntilChannelIsRead } from '../setup/prepared-site.ts';

/** The first jobs of a site bring texts, too: a page that is opened before has none, and is kept for a while. */
async function waitForPosts({ api }: SiteFile): Promise<void> {
  const isEmpty = async (): Promise<boolean> => {
    const answer = await fetch(`${api}/api/posts`);
    return !answer.ok || (await answer.json()).posts.length === 0;
  };
  while (await isEmpty()) await new Promise((resolve) => setTimeout(resolve, 100));
}

/**
 * Makes the site with demo content of which each worker has a copy, unless the journeys are for one that runs. Their databases are those of
 * a server, as on a real site, where one starts; a site that begins empty has its own in its folder, as the README starts it.
 */
export default async function prepareSite(): Promise<() => Promise<void>> {
  if (process.env.SITE_FILE) return async () => undefined;
  const dir = mkdtempSync(join(tmpdir(), 'semente-e2e-'));
  const server = await startPostgres();
  const database = server ? `${server.address}/semente_test_prepared` : undefined;
  if (server) await runAtServer(server.address, 'create database semente_test_prepared');
  const site = await startSite({ dir, ports: await freePorts(), quiet: true, database });
  await Promise.all([waitUntilChannelIsRead(site), waitForPosts(site.file)]);
  await site.stop();
  const prepared: PreparedSite = { dir, addresses: site.addresses, database };
  // The workers inherit it.
  process.env.PREPARED_SITE = JSON.stringify(prepared);
  return async () => {
    await server?.stop();
    rmSync(dir, { recursive: true });
  };
}
