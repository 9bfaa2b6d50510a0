import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RegisteredRelease, ReleasedFile } from '@site/shared/federation/registry.ts';
import type { RemoteName } from '@site/shared/federation/remote.ts';
import { makeFolder } from '@site/shared/process/files.ts';
import { integrityOf } from '@site/shared/releases/integrity.ts';
import { readRelease } from '@site/shared/releases/registry-file.ts';
import type { CheckedStore } from '@site/shared/releases/release-store.ts';
import { readShellFile, SHELL_FOLDER } from '@site/shared/releases/shell-files.ts';
import { NotTrusted } from '@site/shared/releases/signing.ts';

/** Releases as folders on this machine. Every file is checked against its signed digest; a mismatch throws `NotTrusted`. */
export type LocalReleases = {
  /** Returns the URL of a release's server code. Throws if the store has no such release. */
  readonly serverEntryOf: (release: Pick<RegisteredRelease, 'name' | 'version'>) => Promise<string>;
  /** Returns the folder with a release's files for browsers. Null if the store has no such release. */
  readonly clientOf: (name: RemoteName, version: string) => Promise<string | null>;
  /** Returns the folder that contains this file of an older or newer shell. Null if no shell had the file. */
  readonly folderOfShell: (file: string) => Promise<string | null>;
};

type Options = {
  store: CheckedStore;
  /** The folder for the copies. No other user of the machine may write to it. */
  directory: string;
};

/** The files of a release that a server needs: all except source maps. */
const NEEDED = /^(client|server)\//;
const DOWNLOADS_AT_ONCE = 8;
/** The wait before the server looks again for a missing release, in milliseconds. */
const LOOK_AGAIN_MS = 5_000;

/**
 * Copies each release to this machine once, and serves only the copy. The store is not trusted: its files may change after the check, or
 * may not be signed at all.
 */
export function createLocalReleases({ store, directory }: Options): LocalReleases {
  const known = new Map<string, Promise<string | null>>();

  async function copy(path: string, target: string, { bytes, integrity }: ReleasedFile): Promise<void> {
    const present = await readFile(target).catch(() => null);
    if (present && integrityOf(present) === integrity) return;
    const stored = await store.read(path, bytes);
    if (!stored) throw new Error(`${path} is not in ${store.address}`);
    if (stored.bytes.length !== bytes || integrityOf(stored.bytes) !== integrity) throw new NotTrusted(`${path} is not what was released`);
    await writeWhole(target, stored.bytes);
  }

  async function prepare(name: RemoteName, version: string): Promise<string | null> {
    const release = await readRelease(store, name, version);
    if (!release) return null;
    const folder = join(directory, name, version);
    const waiting = Object.entries(release.files).filter(([path]) => NEEDED.test(path));
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [path, file] = next;
        await copy(`${name}/${version}/${path}`, join(folder, path), file);
      }
    };
    await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, work));
    return folder;
  }

  async function prepareShellFile(file: string): Promise<string | null> {
    const folder = join(directory, SHELL_FOLDER);
    const signed = await readShellFile(store, file);
    for (const [name, part] of Object.entries(signed ?? {})) await copy(`${SHELL_FOLDER}/${name}`, join(folder, name), part);
    return signed && folder;
  }

  function once(key: string, prepared: () => Promise<string | null>): Promise<string | null> {
    const folder = known.get(key) ?? prepared();
    known.set(key, folder);
    folder.then(
      (found) => found ?? setTimeout(() => known.delete(key), LOOK_AGAIN_MS).unref(),
      () => known.delete(key),
    );
    return folder;
  }

  const folderOf = (name: RemoteName, version: string) => once(`${name}/${version}`, () => prepare(name, version));

  return {
    folderOfShell: (file) => once(`${SHELL_FOLDER}/${file}`, () => prepareShellFile(file)),
    clientOf: async (name, version) => {
      const folder = await folderOf(name, version);
      return folder && join(folder, 'client');
    },
    serverEntryOf: async ({ name, version }) => {
      const folder = await folderOf(name, version);
      if (!folder) throw new Error(`${name} ${version} is not in ${store.address}`);
      return pathToFileURL(join(folder, 'server/remoteEntry.mjs')).href;
    },
  };
}

/** Writes a file atomically. Other processes may prepare the same release, and see either the complete file or none. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.part`;
  makeFolder(dirname(path), 0o700);
  await writeFile(unfinished, bytes);
  await rename(unfinished, path);
}
