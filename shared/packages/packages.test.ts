import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../build/rooms.ts';
import { isAllowed, lockedPackages, readLock } from './packages.ts';

type PackageFile = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>
> & {
  workspaces?: string[];
  allowScripts?: Record<string, boolean>;
};
const read = (file: string): PackageFile => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const root = read('package.json');
const packages = lockedPackages();
const named = (list: readonly { name: string; version: string }[]) => list.map(({ name, version }) => `${name}@${version}`);

it('the lockfile can be parsed', () => {
  expect(named(packages)).toContain('typescript@6.0.3');
  expect(packages.length).toBeGreaterThan(500);
});

it("every package is locked to its content by SHA-512 and is from npm's configured registry", () => {
  expect(named(packages.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity)))).toEqual([]);
  // The lockfile names no registry: any mirror works, because the digest decides. A `resolved` address would bypass both.
  expect(named(packages.filter(({ resolved }) => resolved !== ''))).toEqual([]);
});

it('a linked package is one of our rooms, or the empty replacement of a package that is never used', () => {
  const rooms = root.workspaces ?? [];
  const links = Object.values(readLock()).flatMap(({ link, resolved }) => (link ? [resolved] : []));
  expect(new Set(links)).toEqual(new Set([...rooms, 'shared/packages/empty']));
});

it('every room requires exact versions', () => {
  const files = ['package.json', ...(root.workspaces ?? []).map((room) => `${room}/package.json`)];
  expect(files.length).toBe(globSync('*/package.json', { cwd: ROOT, exclude: ['node_modules'] }).length + 1);
  const loose = files.flatMap((file) => {
    const { dependencies, devDependencies, optionalDependencies, peerDependencies } = read(file);
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies })
      .filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${file}: ${name} ${version}`);
  });
  expect(loose).toEqual([]);
});

it("each package with an install script was decided on, and only Node's package may run its script", () => {
  const scripted = [...new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))];
  expect(Object.keys(root.allowScripts ?? {}).sort()).toEqual(scripted.sort());
  expect(Object.entries(root.allowScripts ?? {}).filter(([, runs]) => runs)).toEqual([['node', true]]);
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^strict-allow-scripts=true$/m);
});

describe('the licences of packages', () => {
  it('every package that the site runs on has an allowed licence', () => {
    const refused = packages.filter((found) => !found.isForDevelopment && !isAllowed(found));
    expect(refused.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
  });

  it.each([
    ['left-pad', 'MIT', true],
    ['left-pad', '(MIT OR GPL-3.0-only)', true],
    ['left-pad', 'Apache-2.0 AND MIT', true],
    ['left-pad', 'Apache-2.0 AND GPL-3.0-only', false],
    ['left-pad', 'LGPL-3.0-or-later', false],
    ['left-pad', 'SEE LICENSE IN LICENSE.md', false],
    ['left-pad', '', false],
    ['@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later', true],
  ])('the licence check for %s under %s returns %s', (name, licence, expected) => {
    expect(isAllowed({ name, licence })).toBe(expected);
  });
});
