import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

/** Returns the arguments of a process that writes lines like a logger. */
const argumentsFor = (work: string): string[] => [
  '--input-type=module',
  '--eval',
  `import { pbkdf2 } from 'node:crypto';
  import { openLogLines } from ${JSON.stringify(import.meta.resolve('@site/shared/process/log-lines.ts'))};
  const lines = openLogLines();
  ${work}`,
];
const OPTIONS = { env: { ...process.env, UV_THREADPOOL_SIZE: '1' }, timeout: 10_000 };
const start = (work: string) => spawn(process.execPath, argumentsFor(work), { stdio: ['ignore', 'pipe', 'inherit'], ...OPTIONS });

// Keeps the only worker thread busy, so that lines wait to be written.
const WRITE = `pbkdf2('', '', 300_000, 64, 'sha512', () => undefined);
  for (let number = 0; number < 5_000; number += 1) lines.write(number + ' açúcar €\\n');`;
const WRITTEN = Array.from({ length: 5_000 }, (_, number) => `${number} açúcar €\n`).join('');

it('the log loses no line when its process ends, whatever the line contains', async () => {
  const child = start(`${WRITE} process.exit(3);`);
  const [written, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(3);
  expect(written).toBe(WRITTEN);
});

it('the log does not wait for more lines when none are written', async () => {
  const child = start("lines.write('one\\n'); setInterval(() => undefined, 1_000);");
  const [data] = await once(child.stdout, 'data');
  child.kill('SIGKILL');
  expect(String(data)).toBe('one\n');
});

it('the log has written all lines when it is flushed', async () => {
  const child = start(`${WRITE} lines.flushSync(); process.kill(process.pid, 'SIGKILL');`);
  expect(await text(child.stdout)).toBe(WRITTEN);
});

const endsByItself = "setTimeout(() => { lines.write('more\\n'); process.exit(3); }, 200);";

it('the log does not keep a process alive whose reader is gone', async () => {
  const child = start(`lines.write('one\\n'); ${endsByItself}`);
  child.stdout.destroy();
  expect(await once(child, 'exit')).toEqual([3, null]);
});

it.runIf(existsSync('/dev/full'))('the log drops lines that a full disk rejects, and the process continues to its end', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, argumentsFor(`${WRITE} ${endsByItself}`), { stdio: ['ignore', full, 'inherit'], ...OPTIONS });
  closeSync(full);
  expect(await once(child, 'exit')).toEqual([3, null]);
});
