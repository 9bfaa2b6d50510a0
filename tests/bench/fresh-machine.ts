// P9: what the README's first command takes on a machine that has neither packages nor a build, and then again.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '../setup/free-ports.ts';

/** Seconds. */
export type FreshMachine = { install: number; firstStart: number; secondStart: number };

const READY = 'Ctrl-C stops everything.';

/** Of the commit that is checked out at `repository`, in a clone and with a cache of packages of its own. Throws when a step fails. */
export async function startOnFreshMachine(repository: string): Promise<FreshMachine> {
  const dir = mkdtempSync(join(tmpdir(), 'semente-fresh-'));
  const site = join(dir, 'site');
  try {
    await run('git', ['clone', '--quiet', repository, site], dir);
    const install = await secondsOf(() => run('npm', ['ci', '--no-audit', '--no-fund', '--cache', join(dir, 'cache')], site));
    return { install, firstStart: await start(site), secondStart: await start(site) };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Not synchronously: what watches the machine meanwhile could not look. Throws when the command fails. */
const run = (command: string, args: string[], cwd: string) => promisify(execFile)(command, args, { cwd, maxBuffer: 16 * 1024 ** 2 });

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/** Seconds until `npm start` prints its table; then it is stopped. */
async function start(cwd: string): Promise<number> {
  const ports = Object.entries(await freePorts()).map(([name, port]) => [`${name.toUpperCase()}_PORT`, String(port)]);
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], { cwd, env: { ...process.env, ...Object.fromEntries(ports) }, detached: true });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let heard = '';
  const isReady = await new Promise<boolean>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        heard += chunk;
        if (heard.includes(READY)) resolve(true);
      });
    void ended.then(() => resolve(false));
  });
  const seconds = (performance.now() - startedAt) / 1000;
  if (!isReady) throw new Error(`npm start: ${heard}`);
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await ended;
  return seconds;
}
