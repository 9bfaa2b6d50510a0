import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SiteFile, startSite } from '../../api/local/site.ts';
import { freePorts } from '../setup/free-ports.ts';
import { runAtServer, startPostgres } from '../setup/postgres.ts';
import { type PreparedSite, waitUntilChannelIsRead } from '../setup/prepared-site.ts';

/** Waits for the first jobs of a site, which create posts. A page that is opened earlier would be cached without posts for a while. */
async function waitForPosts({ api }: SiteFile): Promise<void> {
  const isEmpty = async (): Promise<boolean> => {
    const answer = await fetch(`${api}/api/posts`);
    return !answer.ok || (await answer.json()).posts.length === 0;
  };
  while (await isEmpty()) await new Promise((resolve) => setTimeout(resolve, 100));
}

/**
 * Prepares the site with demo content that each worker copies, unless the journeys use a running site. The databases of the copies are on a
 * PostgreSQL server, as on a real site, if one can start. An empty site has its own database in its folder, as the README starts it.
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
  // The worker processes inherit the variable.
  process.env.PREPARED_SITE = JSON.stringify(prepared);
  return async () => {
    await server?.stop();
    rmSync(dir, { recursive: true });
  };
}
