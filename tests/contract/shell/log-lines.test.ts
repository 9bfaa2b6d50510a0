import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

/** A process that writes lines as a logger does. */
const start = (work: string) =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { openLogLines } from ${JSON.stringify(import.meta.resolve('@site/shared/process/log-lines.ts'))};
      const lines = openLogLines();
      ${work}`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );

it('loses no line of a process that ends, whatever is in it', async () => {
  const child = start("for (let number = 0; number < 5_000; number += 1) lines.write(number + ' açúcar €\\n'); process.exit(3);");
  const [written, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(3);
  expect(written).toBe(Array.from({ length: 5_000 }, (_, number) => `${number} açúcar €\n`).join(''));
});

it('does not wait for more lines when none come', async () => {
  const child = start("lines.write('one\\n'); setInterval(() => undefined, 1_000);");
  const [data] = await once(child.stdout, 'data');
  child.kill('SIGKILL');
  expect(String(data)).toBe('one\n');
});

it('has written what came, when it is told to', async () => {
  const child = start("lines.write('last words\\n'); lines.flushSync(); process.kill(process.pid, 'SIGKILL');");
  expect(await text(child.stdout)).toBe('last words\n');
});
