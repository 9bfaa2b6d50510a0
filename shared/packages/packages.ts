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
  /** As an SPDX expression; empty when it names none. */
  licence: string;
  integrity: string;
  resolved: string;
  /** Used to make and test the site, and not by it. */
  isForDevelopment: boolean;
  hasInstallScript: boolean;
};

/** The lockfile's entries, by where each is installed. */
export const readLock = (): v.InferOutput<typeof LockSchema>['packages'] =>
  v.parse(LockSchema, JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))).packages;

/** Every package that the lockfile names, for all platforms, without our own rooms. */
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

/** Ask for no more than that their text and their author's name go along. */
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
/** Loaded beside our code and unchanged, which is what their licence asks for: the picture library of `sharp`, on servers only. */
const EXCEPTIONS = [{ name: /^@img\/sharp-/, licence: 'LGPL-3.0-or-later' }];

/** Whether the site may use a package of this licence: an SPDX expression without parentheses inside parentheses. */
export function isAllowed({ name, licence }: Pick<Package, 'name' | 'licence'>): boolean {
  const allowed = [...LICENCES, ...EXCEPTIONS.filter((exception) => exception.name.test(name)).map((exception) => exception.licence)];
  return licence
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => allowed.includes(one)));
}
