import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '@site/shared/build/rooms.ts';
import { publish } from '@site/shared/releases/publish.ts';
import { keyFileOf, openSigningStore } from '@site/shared/releases/release-store.ts';
import { SHELL_FOLDER } from '@site/shared/releases/shell-files.ts';
import { newPrivateKey, publicKeysOf } from '@site/shared/releases/signing.ts';
import { makeLive, rollback } from '@site/shared/releases/switch.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let root: string;
let folder: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'semente-commands-'));
  folder = join(root, 'releases');
});
afterAll(() => rmSync(root, { recursive: true }));

/** Runs a command and returns its output and exit code. */
const run = (script: string, ...given: string[]) => runWith({}, script, ...given);
function runWith(own: Record<string, string>, script: string, ...given: string[]) {
  const env = { PATH: process.env.PATH, RELEASES_DIR: folder, ...own };
  const { status, stdout, stderr } = spawnSync(process.execPath, [`shared/releases/${script}.ts`, ...given], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

async function live(code: string, by: string) {
  const store = openSigningStore({ RELEASES_DIR: folder });
  const build = mkdtempSync(join(root, 'build-'));
  const pages = JSON.stringify({ entry: { scripts: [], styles: [] }, pages: {}, slots: {} });
  for (const [path, text] of Object.entries({
    'client/pages.json': pages,
    'client/remoteEntry.js': code,
    'server/remoteEntry.mjs': code,
  })) {
    mkdirSync(dirname(join(build, path)), { recursive: true });
    writeFileSync(join(build, path), text);
  }
  const release = await publish(store, 'mfe-shop', { by, commit: null, build });
  await makeLive(store, [release], { by });
  return release.version;
}

it('without a signing key every release command fails and names the command that makes a key', () => {
  for (const command of [run('release', 'list'), run('release', 'mfe-shop'), run('install')]) {
    expect(command.status).toBe(1);
    expect(command.stderr).toMatch(/^There is no key to sign releases: .*`npm run release-key`[.]\n$/);
  }
});

it('the signing key of releases is made once, readable by its owner only, and only its public part is printed', () => {
  const first = run('release-key');
  const file = keyFileOf({ RELEASES_DIR: folder });
  expect([first.status, first.stderr]).toEqual([0, '']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const [, printed = ''] = /^RELEASE_PUBLIC_KEYS=(\S+)$/m.exec(first.stdout) ?? [];
  expect([...publicKeysOf(printed).keys()]).toEqual([openSigningStore({ RELEASES_DIR: folder }).signingKey.id]);
  expect(first.stdout).not.toContain(readFileSync(file, 'utf8').trim());
  expect(run('release-key').stdout).toBe(first.stdout);
});

it('the list of releases shows what was live when, by whom and with which code, and the target of a rollback', async () => {
  const [one, two, three] = [await live('1', 'Ana'), await live('2', 'Bia'), await live('3', 'Caio')];
  await rollback(openSigningStore({ RELEASES_DIR: folder }), 'mfe-shop', undefined, { by: 'Dora' });
  const { stdout, status } = run('release', 'list');
  expect(status).toBe(0);
  expect(stdout).toMatch(new RegExp(`→ {2}${two} `));
  expect(stdout).toMatch(new RegExp(`← {2}${one} `));
  const lines = stdout.split('\n').flatMap((line) => /^ {6}\S+Z {2}(\w+) {2}(.*)$/.exec(line)?.slice(1).join(' ') ?? []);
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^${three} released by Caio {2}rolled back at \\S+Z by Dora$`)),
    `${two} released by Bia`,
    `${one} released by Ana`,
  ]);
  writeFileSync(join(folder, 'mfe-shop', three, 'release.dsse.json'), '{}');
  expect(run('release', 'list').stdout).toContain(`!  mfe-shop/${three}/release.dsse.json is not signed`);
  await live('3', 'Caio');
  await rollback(openSigningStore({ RELEASES_DIR: folder }), 'mfe-shop', undefined, { by: 'Dora' });
});

it('old releases are only listed until the command gets --yes to remove them', async () => {
  const gone = await live('gone', 'Ana');
  await rollback(openSigningStore({ RELEASES_DIR: folder }), 'mfe-shop', undefined, { by: 'Ana' });
  const rehearsal = run('release', 'list', '--prune', '0');
  expect(rehearsal.stdout).toContain(`would be removed: mfe-shop/${gone}`);
  expect(rehearsal.stdout).toContain('Nothing was removed. Add --yes to remove them.');
  expect(existsSync(join(folder, 'mfe-shop', gone, 'client/remoteEntry.js'))).toBe(true);
  expect(run('release', 'list', '--prune', '0', '--yes').stdout).toContain(`removed: mfe-shop/${gone}`);
  expect(existsSync(join(folder, 'mfe-shop', gone))).toBe(false);
  expect(run('release', 'list', '--prune', 'x').stderr).toContain('--prune takes a number of days');
});

it('an unknown signing key installs nothing, and no file of the shell is signed before it is verified', () => {
  const { id } = openSigningStore({ RELEASES_DIR: folder }).signingKey;
  const { status, stderr } = runWith({ RELEASE_PRIVATE_KEY: newPrivateKey() }, 'install');
  expect([status, stderr]).toEqual([1, `registry.dsse.json is signed with a key that is not trusted here (${id})\n`]);
  expect(existsSync(join(folder, SHELL_FOLDER))).toBe(false);
});

it('an unsigned registry is not read, and nothing in it is signed', () => {
  const file = join(folder, 'registry.dsse.json');
  writeFileSync(file, '{"remotes":{}}');
  for (const command of [run('release', 'list'), run('release', 'rollback', 'mfe-shop')]) {
    expect(command.status).toBe(1);
    expect(command.stderr).toBe('registry.dsse.json is not signed\n');
  }
  expect(readFileSync(file, 'utf8')).toBe('{"remotes":{}}');
});
