// `npm start` and, with --watch, `npm run dev`: the whole site on this machine until Ctrl-C. With the name of a room, only that one is built.
import { type SiteFile, startSite } from './site.ts';

const WHO = ['comprou eBooks · has bought eBooks', 'ainda não comprou · has bought nothing yet', 'administra a loja · runs the shop'];

function table({ site, api, inbox, payments, accounts }: SiteFile): string {
  const rows = [
    ['Site', site],
    ['API', api],
    ['Inbox', inbox],
    ['Payments', payments],
    ...accounts.map(({ email, password }, index) => [email, `${password}   ${WHO[index] ?? ''}`]),
  ];
  const width = Math.max(...rows.map(([name = '']) => name.length));
  const lines = rows.map(([name = '', value = '']) => `  ${name.padEnd(width)}   ${value}`);
  lines.splice(4, 0, '');
  return `\n${lines.join('\n')}\n\n  Ctrl-C stops everything.\n`;
}

const interruption = new AbortController();
const watch = process.argv.includes('--watch');
const rooms = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const dir = process.env.SITE_DIR || '.local';
const startedAt = performance.now();

try {
  process.stdout.write('Starting; the first time takes about a minute.\n');
  const interrupt = () => interruption.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const site = await startSite({
    dir,
    watch,
    rooms,
    releases: process.env.RELEASES_DIR || '.releases',
    database: process.env.LOCAL_DATABASE_URL,
    signal: interruption.signal,
  });
  const stop = () => void site.stop();
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt).on('SIGINT', stop).on('SIGTERM', stop);
  process.stdout.write(`Ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s; logs are in ${site.file.internal.logs}.\n`);
  process.stdout.write(table(site.file));
  await site.ended;
} catch (error) {
  if (!interruption.signal.aborted) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
