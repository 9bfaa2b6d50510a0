import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { runInProcess } from './limited-process.ts';
import { runInWorker } from './limited-thread.ts';
import { ResourceLimitError } from './limited-work.ts';

const dir = mkdtempSync(join(tmpdir(), 'semente-process-'));
afterAll(() => rmSync(dir, { recursive: true }));

const ENOUGH_MS = 60_000;
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
/** Runs `code` in a process, with `input` as the message that it receives. */
function run(code: string, ms = ENOUGH_MS) {
  const file = join(dir, `${Math.random()}.mjs`);
  writeFileSync(file, `process.once('message', (input) => { ${code} });`);
  return runInProcess(pathToFileURL(file), { bytes: new Uint8Array([1, 2]) }, ms);
}

test(
  'a limited process receives bytes, answers, and gets no environment variables',
  async () => {
    const said = await run('process.send({ bytes: input.bytes, names: Object.keys(process.env) })');
    expect(said).toEqual({ bytes: new Uint8Array([1, 2]), names: expect.not.arrayContaining(['PATH']) });
  },
  ENOUGH_MS,
);

/** Returns the id of the process that did the work. */
async function pidOf(isReusable: boolean): Promise<number> {
  const file = join(dir, 'again.mjs');
  writeFileSync(file, "process.on('message', ({ isReusable }) => process.send({ pid: process.pid, isReusable }));");
  return (await runInProcess<{ pid: number }>(pathToFileURL(file), { isReusable }, ENOUGH_MS)).pid;
}

test(
  'a reusable process gets the next piece of work, and a process that is not reusable gets none',
  async () => {
    const [first, second, third] = [await pidOf(true), await pidOf(false), await pidOf(false)];
    expect([second === first, third === first]).toEqual([true, false]);
  },
  ENOUGH_MS,
);

test(
  'an idle process ends before a worker thread needs its memory',
  async () => {
    const waiting = await pidOf(true);
    const file = join(dir, 'thread.mjs');
    writeFileSync(file, "import { parentPort } from 'node:worker_threads'; parentPort.postMessage('read');");
    const limits = { memoryBytes: 64 * 1024 ** 2, ms: ENOUGH_MS };
    expect(await runInWorker(pathToFileURL(file), { bytes: new Uint8Array([1]) }, limits)).toBe('read');
    await expect.poll(() => isRunning(waiting)).toBe(false);
  },
  ENOUGH_MS,
);

test.each([
  ['was killed', "process.kill(process.pid, 'SIGKILL')", ENOUGH_MS],
  ['crashed', 'process.abort()', ENOUGH_MS],
  ['never ends', 'setInterval(() => undefined, 1_000)', 500],
])(
  'a process that %s exceeds its limits',
  async (_about, code, ms) => {
    await expect(run(code, ms)).rejects.toThrow(ResourceLimitError);
  },
  ENOUGH_MS,
);

test(
  'a process that exits with an error is not reported as a resource limit',
  async () => {
    const failure = await run('process.exit(1)').catch((error) => error);
    expect([failure, failure instanceof ResourceLimitError]).toEqual([expect.any(Error), false]);
  },
  ENOUGH_MS,
);
