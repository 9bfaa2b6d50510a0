// `npm run export` and `npm run restore`: work on the data service named in the environment, or else on the site of this machine. If that
// site does not run, its data service is started for the duration.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileError } from '@site/shared/process/files.ts';
import { readBackupCommand, runBackupCommand, type StoreAddress } from '../src/backup/command.ts';
import { readStoreAddress } from '../src/backup/env.ts';
import { readManifest } from '../src/backup/read-export.ts';
import { prepareExport } from '../src/backup/write-export.ts';
import { lockDirectory } from './directory-lock.ts';
import { holdsDemo, type SiteFile, startSite } from './site.ts';
import { runBriefly } from './stand-in.ts';

const words = process.argv.slice(2);
/** A restore writes into its own folder next to the demo's folder, where `npm start -- --empty` finds the restored site. */
const dir = process.env.SITE_DIR || (words[0] === 'restore' ? '.local-empty' : '.local');

const addressOf = ({ internal }: SiteFile): StoreAddress => ({ url: internal.data, secretKey: internal.dataSecretKey });

/**
 * Returns the address of the site that runs in this folder. Null when no site runs there, or when a killed site's processes are still
 * ending.
 */
function findRunning(): StoreAddress | null {
  const siteFile = join(dir, 'site.json');
  if (!existsSync(siteFile) || !isOwned()) return null;
  return addressOf(JSON.parse(readFileSync(siteFile, 'utf8')));
}

/** Returns whether the process that started a site in this folder is alive. Only that process holds the lock. */
function isOwned(): boolean {
  try {
    lockDirectory(dir).release();
    return false;
  } catch (error) {
    if (error instanceof FileError) throw error;
    return true;
  }
}

async function runOnThisMachine(): Promise<void> {
  const { command, folder } = readBackupCommand(words);
  const running = findRunning();
  if (running) return runBackupCommand(words, running);
  const isNew = !existsSync(join(dir, 'secrets.json'));
  if (command === 'export' && isNew) throw new Error(`SUPABASE_URL is not set, and there is no site in ${dir}`);
  // Reject an unusable folder before a database is started.
  if (command === 'restore') await readManifest(folder);
  else await prepareExport(folder);
  // A restored site belongs to an author and gets no demo content.
  const site = await startSite({ dir, quiet: true, only: ['data'], seeded: false, isEmpty: isNew || !holdsDemo(dir) });
  try {
    await runBackupCommand(words, addressOf(site.file));
  } finally {
    await site.stop();
  }
}

await runBriefly(async () => {
  const address = readStoreAddress();
  await (address ? runBackupCommand(words, address) : runOnThisMachine());
});
