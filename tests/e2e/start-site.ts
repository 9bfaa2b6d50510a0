import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite } from '../../api/local/site.ts';
import { freePorts } from '../setup/free-ports.ts';

/**
 * Starts one fresh site with demo content for all journeys; its addresses reach the tests through SITE_FILE. Where that is
 * set already (`SITE_FILE=.local/site.json npm run e2e`), the journeys visit the site that runs.
 */
export default async function startSiteForJourneys(): Promise<() => Promise<void>> {
  if (process.env.SITE_FILE) return async () => {};
  const dir = mkdtempSync(join(tmpdir(), 'semente-e2e-'));
  const site = await startSite({ dir, ports: await freePorts(), quiet: true });
  process.env.SITE_FILE = join(dir, 'site.json');
  return () => site.stop();
}
