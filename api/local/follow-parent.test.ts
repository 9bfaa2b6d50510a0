import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';

const FOLLOW_PARENT = new URL('follow-parent.ts', import.meta.url).href;
/** A process that handles no more events, not even SIGTERM. */
const STUCK = `process.on('SIGTERM', () => {}); process.stdout.write(String(process.pid)); setTimeout(() => { for (;;); }, 100);`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('a process that ignores signals ends some seconds after its parent', { timeout: 30_000 }, async () => {
  const parent = spawn(
    process.execPath,
    [
      '-e',
      `require('node:child_process').spawn(process.execPath, ['--import', '${FOLLOW_PARENT}', '-e', ${JSON.stringify(STUCK)}],
        { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true }); setInterval(() => {}, 1_000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [said] = await once(parent.stdout, 'data');
  onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')));
  const pid = Number(said);
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: 15_000 }).toBe(false);
});
