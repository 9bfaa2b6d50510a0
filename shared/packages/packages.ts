import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { ROOT } from '../build/rooms.ts';

const LockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({
      name: v.optional(v.string()),
      version: v.optional(v.string()),
      license: v.optional(v.string()),
      integrity: v.optional(v.string()),
      resolved: v.optional(v.string()),
      link: v.optional(v.boolean()),
      dev: v.optional(v.boolean()),
      hasInstallScript: v.optional(v.boolean()),
    }),
  ),
});

export type Package = {
  name: string;
  version: string;
  /** An SPDX expression; empty if the package names no licence. */
  licence: string;
  integrity: string;
  resolved: string;
  /** Whether the package is only needed to build and test the site. */
  isForDevelopment: boolean;
  hasInstallScript: boolean;
};

/** Returns the lockfile's entries by their path of installation. */
export const readLock = (): v.InferOutput<typeof LockSchema>['packages'] =>
  v.parse(LockSchema, JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))).packages;

/** Returns every package in the lockfile, for all platforms, without our own rooms. */
export function lockedPackages(): Package[] {
  return Object.entries(readLock())
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
    .map(([path, entry]) => ({
      name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version ?? '',
      licence: entry.license ?? '',
      integrity: entry.integrity ?? '',
      resolved: entry.resolved ?? '',
      isForDevelopment: entry.dev ?? false,
      hasInstallScript: entry.hasInstallScript ?? false,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Licences that only require us to include their text and the author's name. */
const LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
];
const EXCEPTIONS = [
  // The picture library of `sharp`, used on servers only. It is loaded dynamically and unchanged, as its licence requires.
  { name: /^@img\/sharp-/, licence: 'LGPL-3.0-or-later' },
  // This package's readme says MIT, and its `package.json` names no licence. Only the upload library's Node build uses the package.
  { name: /^combine-errors$/, licence: '' },
];

/** Returns whether the site may use a package with this licence: an SPDX expression without nested parentheses. */
export function isAllowed({ name, licence }: Pick<Package, 'name' | 'licence'>): boolean {
  const allowed = [...LICENCES, ...EXCEPTIONS.filter((exception) => exception.name.test(name)).map((exception) => exception.licence)];
  return licence
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => allowed.includes(one)));
}
