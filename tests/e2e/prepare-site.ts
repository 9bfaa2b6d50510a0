import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SiteFile, startSite } from '../../api/local/site.ts';
import { freePorts } from '../setup/free-ports.ts';
import { type PreparedSite, waitUntilChannelIsRead } from '../setup/prepared-site.ts';

/** The first jobs of a site bring texts, too: a page that is opened before has none, and is kept for a while. */
async function waitForPosts({ api }: SiteFile): Promise<void> {
  const isEmpty = async (): Promise<boolean> => {
    const answer = await fetch(`${api}/api/posts`);
    return !answer.ok || (await answer.json()).posts.length === 0;
  };
  while (await isEmpty()) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Makes the site with demo content of which each worker has a copy, unless the journeys are for one that runs. */
export default async function prepareSite(): Promise<() => void> {
  if (process.env.SITE_FILE) return () => undefined;
  const dir = mkdtempSync(join(tmpdir(), 'semente-e2e-'));
  const site = await startSite({ dir, ports: await freePorts(), quiet: true });
  await Promise.all([waitUntilChannelIsRead(site), waitForPosts(site.file)]);
  await site.stop();
  const prepared: PreparedSite = { dir, addresses: site.addresses };
  // The workers inherit it.
  process.env.PREPARED_SITE = JSON.stringify(prepared);
  return () => rmSync(dir, { recursive: true });
}
