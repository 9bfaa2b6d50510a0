// `npm start` and, with --watch, `npm run dev`: runs the whole site on this machine until Ctrl-C. With the name of a room, builds only that
// room.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoAccounts } from './identity/demo-accounts.ts';
import { type SiteFile, startSite } from './site.ts';

const CODE_TRIES = 20;
const CODE_PAUSE_MS = 100;

const WHO: Readonly<Record<string, string>> = {
  [demoAccounts.customer.email]: 'comprou eBooks · has bought eBooks',
  [demoAccounts.newcomer.email]: 'ainda não comprou · has bought nothing yet',
  [demoAccounts.admin.email]: 'administra a loja · runs the shop',
};

function table({ site, api, inbox, payments, accounts }: SiteFile): string {
  const rows = [
    ['Site', site],
    ['API', api],
    ['Inbox', inbox],
    ['Payments', payments],
    ...accounts.map(({ email, password }) => [email, `${password}   ${WHO[email] ?? ''}`]),
  ];
  const width = Math.max(...rows.map(([name = '']) => name.length));
  const lines = rows.map(([name = '', value = '']) => `  ${name.padEnd(width)}   ${value}`);
  lines.splice(4, 0, '');
  return `\n${lines.join('\n')}\n\n  Ctrl-C stops everything.\n`;
}

/** Returns the instructions for claiming an empty site without an owner, with the code from the API's log. */
async function firstCode({ site, internal: { logs } }: SiteFile, from: number): Promise<string> {
  for (let tries = 0; tries < CODE_TRIES; tries += 1) {
    const codes = readFileSync(join(logs, 'api.log'))
      .subarray(from)
      .toString()
      .match(/(?<="adminCode":")[^"]+/g);
    if (codes) return `  ${codes.at(-1)}   one-time code: sign in as above, then enter it at ${site}/claim-admin\n\n`;
    await sleep(CODE_PAUSE_MS);
  }
  return '';
}

const interruption = new AbortController();
const watch = process.argv.includes('--watch');
const rooms = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isEmpty = process.argv.includes('--empty');
const dir = process.env.SITE_DIR || (isEmpty ? '.local-empty' : '.local');
const startedAt = performance.now();
const apiLog = join(dir, 'logs/api.log');
const loggedBefore = existsSync(apiLog) ? statSync(apiLog).size : 0;

try {
  process.stdout.write('Starting; the first time takes about a minute.\n');
  const interrupt = () => interruption.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const site = await startSite({
    dir,
    watch,
    isEmpty,
    rooms,
    releases: process.env.RELEASES_DIR || '.releases',
    database: process.env.LOCAL_DATABASE_URL,
    signal: interruption.signal,
  });
  const stop = () => void site.stop();
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt).on('SIGINT', stop).on('SIGTERM', stop);
  process.stdout.write(`Ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s; logs are in ${site.file.internal.logs}.\n`);
  process.stdout.write(table(site.file));
  if (isEmpty) process.stdout.write(await firstCode(site.file, loggedBefore));
  await site.ended;
} catch (error) {
  if (!interruption.signal.aborted) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
