// P9: the time of the README's first command on a machine without packages or a build, and of a second start.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '../setup/free-ports.ts';

/** The times in seconds. */
export type FreshMachine = { install: number; firstStart: number; secondStart: number };

const READY = 'Ctrl-C stops everything.';

/** Measures the checked-out commit of `repository` in a clone with its own package cache. Throws when a step fails. */
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

/** Runs a command without blocking, so that the load of the machine can be watched meanwhile. Throws when the command fails. */
const run = (command: string, args: string[], cwd: string) => promisify(execFile)(command, args, { cwd, maxBuffer: 16 * 1024 ** 2 });

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/** Returns the seconds until `npm start` prints its table, then stops it. */
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
