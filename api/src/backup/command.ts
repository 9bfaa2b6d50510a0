import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createWholeStore } from '../gateways/supabase/whole-store.ts';
import { readExport } from './read-export.ts';
import { writeExport } from './write-export.ts';

export type StoreAddress = { url: string; secretKey: string };

const USAGE = 'export [<folder>] | restore <folder> [--send-waiting-mail]';
const ACCOUNTS = 'The accounts of those who sign in are at Firebase: take them along with `firebase auth:export`.';

type Command = { command: 'export' | 'restore'; folder: string; sendMail: boolean };

/** Parses the arguments of `export` and `restore`. Throws the usage text. */
export function readBackupCommand(words: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { 'send-waiting-mail': { type: 'boolean', default: false } },
  });
  const [command, folder, ...more] = positionals;
  const sendMail = values['send-waiting-mail'];
  if (more.length === 0 && command === 'export') {
    const named = folder ?? `export-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
    return { command, folder: resolve(named), sendMail };
  }
  if (more.length === 0 && command === 'restore' && folder !== undefined) return { command, folder: resolve(folder), sendMail };
  throw new Error(USAGE);
}

/** Runs an `export` or `restore` command. Throws errors that people can act on. */
export async function runBackupCommand(words: readonly string[], { url, secretKey }: StoreAddress): Promise<void> {
  const { command, folder, sendMail } = readBackupCommand(words);
  const store = createWholeStore(url, secretKey);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const beganAt = performance.now();
  const seconds = () => `${((performance.now() - beganAt) / 1000).toFixed(1)} s`;

  if (command === 'export') {
    const { tables, takenAt } = await writeExport(store, folder, say);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    say(`\n${rows} rows as they were at ${takenAt}, in ${folder}, after ${seconds()}.\n${ACCOUNTS}`);
  } else {
    const { held } = await readExport(store, folder, sendMail, say);
    const mail = held > 0 ? ` ${held} mails that waited then are not sent; orders have a button for it.` : '';
    say(`\nRestored after ${seconds()}.${mail}\n${ACCOUNTS}`);
  }
}
