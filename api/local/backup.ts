// `npm run export` and `npm run restore`: of the data service in the environment, or else of the site on this machine. When that
// one does not run, its data service is started for as long as it takes.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runBackupCommand, type StoreAddress } from '../src/backup/command.ts';
import { readStoreAddress } from '../src/backup/env.ts';
import { type SiteFile, startSite } from './site.ts';
import { runBriefly } from './stand-in.ts';

const words = process.argv.slice(2);
const dir = process.env.SITE_DIR || '.local';

const addressOf = ({ internal }: SiteFile): StoreAddress => ({ url: internal.data, secretKey: internal.dataSecretKey });

async function runOnThisMachine(): Promise<void> {
  const siteFile = join(dir, 'site.json');
  if (existsSync(siteFile)) return runBackupCommand(words, addressOf(JSON.parse(readFileSync(siteFile, 'utf8'))));
  if (words[0] === 'export' && !existsSync(dir)) throw new Error(`SUPABASE_URL is not set, and there is no site in ${dir}`);
  const site = await startSite({ dir, quiet: true, only: ['data'], seeded: false });
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
