import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createWholeStore } from '../gateways/supabase/whole-store.ts';
import { readExport } from './read-export.ts';
import { writeExport } from './write-export.ts';

export type StoreAddress = { url: string; secretKey: string };

const USAGE = 'export [<folder>] | restore <folder> [--send-waiting-mail]';
const ACCOUNTS = 'The accounts of those who sign in are at Firebase: take them along with `firebase auth:export`.';

/** `export` and `restore`, as people type them. Throws with what they should know. */
export async function runBackupCommand(words: readonly string[], { url, secretKey }: StoreAddress): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { 'send-waiting-mail': { type: 'boolean', default: false } },
  });
  const [command, folder, ...more] = positionals;
  const store = createWholeStore(url, secretKey);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const beganAt = performance.now();
  const seconds = () => `${((performance.now() - beganAt) / 1000).toFixed(1)} s`;

  if (command === 'export' && more.length === 0) {
    const target = resolve(folder ?? `export-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`);
    const { tables, takenAt } = await writeExport(store, target, say);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    say(`\n${rows} rows as they were at ${takenAt}, in ${target}, after ${seconds()}.\n${ACCOUNTS}`);
  } else if (command === 'restore' && folder !== undefined && more.length === 0) {
    const { held } = await readExport(store, resolve(folder), values['send-waiting-mail'], say);
    const mail = held > 0 ? ` ${held} mails that waited then are not sent; orders have a button for it.` : '';
    say(`\nRestored after ${seconds()}.${mail}\n${ACCOUNTS}`);
  } else {
    throw new Error(USAGE);
  }
}
