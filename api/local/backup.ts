// `npm run export` and `npm run restore`: of the data service in the environment, or else of the site on this machine. When that
// one does not run, its data service is started for as long as it takes.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runBackupCommand, type StoreAddress } from '../src/backup/command.ts';
import { readStoreAddress } from '../src/backup/env.ts';
import { holdsDemo, type SiteFile, startSite } from './site.ts';
import { runBriefly } from './stand-in.ts';

const words = process.argv.slice(2);
/** An author's site is brought back beside the demo, where `npm start -- --empty` finds it. */
const dir = process.env.SITE_DIR || (words[0] === 'restore' ? '.local-empty' : '.local');

const addressOf = ({ internal }: SiteFile): StoreAddress => ({ url: internal.data, secretKey: internal.dataSecretKey });

/** The site that runs in this folder; null without one, also where one was killed. */
async function findRunning(): Promise<StoreAddress | null> {
  const siteFile = join(dir, 'site.json');
  if (!existsSync(siteFile)) return null;
  const address = addressOf(JSON.parse(readFileSync(siteFile, 'utf8')));
  const answer = await fetch(address.url).catch(() => null);
  await answer?.body?.cancel();
  return answer && address;
}

async function runOnThisMachine(): Promise<void> {
  const running = await findRunning();
  if (running) return runBackupCommand(words, running);
  const isNew = !existsSync(join(dir, 'secrets.json'));
  const folder = words.slice(1).find((word) => !word.startsWith('-'));
  if (words[0] === 'restore' && folder && !existsSync(join(folder, 'manifest.json')))
    throw new Error(`${join(folder, 'manifest.json')} cannot be read: ${folder} is not a whole export`);
  if (words[0] === 'export' && isNew) throw new Error(`SUPABASE_URL is not set, and there is no site in ${dir}`);
  // A restored site is an author's: it gets no demo content.
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
