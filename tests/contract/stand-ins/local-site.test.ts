import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSite } from '../../../api/local/site.ts';
import { freePorts } from '../../setup/free-ports.ts';
import { startOnly } from './targets.ts';

/** Creates a folder that is removed after the test. */
function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'semente-contract-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

function run(script: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [script], { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (part) => (output += part));
  child.stderr.on('data', (part) => (output += part));
  return { child, output: () => output };
}

describe('the local site', () => {
  it('the local site names every busy port and the variable that changes it, and leaves nothing running', async () => {
    const ports = await freePorts();
    const busy = createServer().listen(ports.inbox, '127.0.0.1');
    await once(busy, 'listening');
    const dir = newDir();
    await expect(startSite({ dir, ports, quiet: true, only: ['mail'] })).rejects.toThrow(
      `port ${ports.inbox} (inbox) is in use: free it, or set INBOX_PORT`,
    );
    busy.close();
    await once(busy, 'close');
    const site = await startSite({ dir, ports, quiet: true, only: ['mail'] });
    await site.stop();
  });

  it('the local site writes site.json, readable by its owner only, while it runs, and removes it when it stops', async () => {
    const dir = newDir();
    const site = await startSite({ dir, ports: await freePorts(), quiet: true, only: ['videos'] });
    const file = join(dir, 'site.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(site.file);
    expect(site.file.accounts.map(({ role, email }) => `${role} ${email}`)).toEqual([
      'customer cliente@semente.test',
      'customer nova@semente.test',
      'admin admin@semente.test',
    ]);
    expect(statSync(file).mode & 0o077).toBe(0);
    await site.stop();
    expect(existsSync(file)).toBe(false);
    await site.ended;
  });

  it('the local site stops all processes and names the one that ended by itself', async () => {
    const { site, close } = await startOnly(['mail', 'videos']);
    const { mail, videos } = site.processes;
    process.kill(mail.pid ?? 0, 'SIGKILL');
    await expect(site.ended).rejects.toThrow('mail ended by itself (SIGKILL)');
    expect([mail.pid, videos.pid]).toEqual([undefined, undefined]);
    await close();
  });

  it('the local site lets a test kill, start, pause and resume a process', async () => {
    const { site, close } = await startOnly(['videos']);
    const { videos } = site.processes;
    const health = () => fetch(`${site.addresses.videos}/healthz`, { signal: AbortSignal.timeout(500) }).then(({ status }) => status);
    await videos.kill('SIGKILL');
    await expect(health()).rejects.toThrow();
    await videos.start();
    expect(await health()).toBe(200);
    videos.pause();
    await expect(health()).rejects.toThrow('timeout');
    videos.resume();
    expect(await health()).toBe(200);
    await close();
  });

  it('the local site runs once per folder, and its folder is not emptied meanwhile', async () => {
    const { site, dir, close } = await startOnly(['videos']);
    await expect(startSite({ dir, ports: await freePorts(), quiet: true, only: ['videos'] })).rejects.toThrow('stop it first');
    const reset = run('api/local/reset.ts', { SITE_DIR: dir });
    expect(await once(reset.child, 'close')).toEqual([1, null]);
    expect(reset.output()).toContain('stop it first');
    expect((await fetch(`${site.addresses.videos}/healthz`)).status).toBe(200);
    await close();
  });

  it('the local site is emptied by reset, which accepts no other folder', async () => {
    const dir = newDir();
    const site = await startSite({ dir, ports: await freePorts(), quiet: true, only: ['videos'] });
    await site.stop();
    const reset = run('api/local/reset.ts', { SITE_DIR: dir });
    expect(await once(reset.child, 'close')).toEqual([0, null]);
    expect(existsSync(dir)).toBe(false);
    const other = newDir();
    const refused = run('api/local/reset.ts', { SITE_DIR: other });
    expect(await once(refused.child, 'close')).toEqual([1, null]);
    expect(existsSync(other)).toBe(true);
  });

  it('the local site starts with an email cut off during writing, and names a file damaged in another way', async () => {
    const [dir, ports] = [newDir(), await freePorts()];
    const start = () => startSite({ dir, ports, quiet: true, only: ['mail'] });
    const file = join(dir, 'mail/messages.jsonl');
    await (await start()).stop();
    writeFileSync(file, '{"id":"half');
    await (await start()).stop();
    expect(readFileSync(join(dir, 'logs/mail.log'), 'utf8')).toContain(`${file}: its last line was cut`);
    writeFileSync(file, '{"id":"half\n{}\n');
    const failed = await start().catch((error: Error) => error.message);
    expect(failed).toContain(`line 1 of ${file} is damaged: put back a copy of it, or begin again with \`npm run reset\``);
    expect(failed).not.toMatch(/\bat .*:\d+:\d+/);
  });

  it('the local site waits for processes of a killed site, and does not use them as its own', async () => {
    const [dir, ports] = [newDir(), await freePorts()];
    const module = pathToFileURL(join(import.meta.dirname, '../../../api/local/site.ts')).href;
    const options = JSON.stringify({ dir, ports, quiet: true, only: ['videos'] });
    const code = `const { startSite } = await import('${module}'); const { processes: { videos } } = await startSite(${options}); console.log(videos.pid);`;
    const killed = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(killed.stdout, 'data');
    const pid = Number(line);
    // A stopped process holds its port, and only SIGKILL ends it.
    process.kill(pid, 'SIGSTOP');
    killed.kill('SIGKILL');
    await once(killed, 'close');
    setTimeout(() => process.kill(pid, 'SIGKILL'), 2_000);
    const site = await startSite({ dir, ports, quiet: true, only: ['videos'] });
    expect(site.processes.videos.pid).not.toBe(pid);
    expect((await fetch(`${site.addresses.videos}/healthz`)).status).toBe(200);
    await site.stop();
  });

  it.runIf(process.platform === 'linux').each([
    ['api/local/start.ts', {}, '/proc/semente cannot be written: nothing can be put there'],
    ['api/local/start.ts', { RELEASES_DIR: '/proc/semente' }, '/proc/semente.key cannot be written: nothing can be put there'],
  ] as const)('an unwritable folder is rejected at once with a sentence: %s %o', async (script, change, sentence) => {
    const { child, output } = run(script, { SITE_DIR: 'RELEASES_DIR' in change ? newDir() : '/proc/semente', ...change });
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(output().split('\n').filter(Boolean).at(-1)).toBe(sentence);
  });

  it('the local site leaves no process behind when it is killed', async () => {
    const module = pathToFileURL(join(import.meta.dirname, '../../../api/local/site.ts')).href;
    const options = JSON.stringify({ dir: newDir(), ports: await freePorts(), quiet: true, only: ['mail', 'videos'] });
    const code = `const { startSite } = await import('${module}'); const { processes: { mail, videos } } = await startSite(${options}); console.log([mail.pid, videos.pid].join());`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(child.stdout, 'data');
    const pids = String(line).trim().split(',').map(Number);
    expect(pids.map(isAlive)).toEqual([true, true]);
    child.kill('SIGKILL');
    await expect.poll(() => pids.map(isAlive), { timeout: 5_000 }).toEqual([false, false]);
  });

  it.each(['data', 'identity', 'mail', 'videos'])('the local site has a %s stand-in that refuses production', async (name) => {
    const { child, output } = run(`api/local/${name}/main.ts`, { NODE_ENV: 'production' });
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(output()).toContain('never runs with NODE_ENV=production');
  });
});
