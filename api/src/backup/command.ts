import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createWholeStore } from '../gateways/supabase/whole-store.ts';
import { readExport } from './read-export.ts';
import { writeExport } from './write-export.ts';

export type StoreAddress = { url: string; secretKey: string };

const USAGE = 'Usage: npm run export -- [<folder>]\n       npm run restore -- <folder> [--send-waiting-mail]';
const ACCOUNTS = 'Sign-in accounts are stored at Firebase: export them with `firebase auth:export`.';

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
    say(`\nExported ${rows} rows, as of ${takenAt}, to ${folder} in ${seconds()}.\n${ACCOUNTS}`);
  } else {
    const { held } = await readExport(store, folder, sendMail, say);
    const mail =
      held > 0 ? ` ${held} emails that were waiting at the time of the export are not sent. To send one, use the button on its order.` : '';
    say(`\nRestored in ${seconds()}.${mail}\n${ACCOUNTS}`);
  }
}
