import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { REMOTE_NAMES } from '../src/federation/remote.ts';

/** Suffix of the stamp of a build with source maps. */
export const WITH_MAPS = ' with maps';

/** Absolute path of the repository. */
export const ROOT = join(import.meta.dirname, '../..');

/** A file of every browser build with the licences of the third-party code in it. The shell's server joins the files of all rooms. */
export const LICENCES_FILE = 'licenses.txt';

/** Every room that webpack builds. */
export const ROOMS = ['shell', ...REMOTE_NAMES] as const;
export type RoomName = (typeof ROOMS)[number];

/** Returns the rooms named on the command line, or all. Throws for an unknown name. */
export function roomsOf(names: readonly string[]): RoomName[] {
  if (names.length === 0) return [...ROOMS];
  return names.map((name) => {
    const room = ROOMS.find((known) => known === name);
    if (!room) throw new Error(`${name} is none of ${ROOMS.join(', ')}`);
    return room;
  });
}

/** Returns all files under `directory` as sorted paths relative to it; an empty list if `directory` does not exist. */
export function filesUnder(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(directory, file)).isFile())
    .sort();
}

/** Returns a short hash of the content of `files` (absolute or relative to `directory`) and of `salt`. */
export function contentHash(directory: string, files: readonly string[], salt = ''): string {
  const hash = createHash('sha256').update(salt);
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(directory, file)));
  return hash.digest('hex').slice(0, 12);
}

/** Returns a hash of everything that a room's build depends on: its own and the shared sources, the factory and the lockfile. */
export function inputsHash(room: RoomName): string {
  const files = [
    ...['package-lock.json', `${room}/webpack.config.mjs`],
    ...[`${room}/src`, 'shared/src', 'shared/build'].flatMap((folder) => filesUnder(join(ROOT, folder)).map((file) => `${folder}/${file}`)),
  ];
  return contentHash(
    ROOT,
    files.filter((file) => !/[.]test[.]tsx?$/.test(file)),
  );
}
