// `npm run export` and `npm run restore` for an installation without the development tools: `node api/src/backup/main.ts export`.
import { runBackupCommand } from './command.ts';
import { readStoreAddress } from './env.ts';

try {
  const address = readStoreAddress();
  if (!address) throw new Error('SUPABASE_URL and SUPABASE_SECRET_KEY are missing');
  await runBackupCommand(process.argv.slice(2), address);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
