import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../src/process/files.ts';
import { plainPath } from './names.ts';
import { NotTrusted } from './signing.ts';
import { LARGEST_FILE, type ReleaseStore, type StoredFile } from './store.ts';

/** A lock that is older than this, in milliseconds, belongs to a process that was killed. */
const LOCK_LIMIT_MS = 10_000;
const LOCK_WAIT_MS = 20;

/**
 * Creates a store in a folder that all shell servers can read. A lock makes simultaneous releases wait for each other, because otherwise
 * one of them would be lost.
 */
export function createFolderStore(folder: string): ReleaseStore {
  const at = (path: string) => join(folder, plainPath(path));

  async function read(path: string, mostBytes = LARGEST_FILE): Promise<StoredFile | null> {
    const found = await unlessMissing(realpath(at(path)));
    if (found === null) return null;
    // A symbolic link could lead to any file of this machine.
    if (found !== join(await realpath(folder), path)) throw new NotTrusted(`${path} is a link`);
    const file = await unlessMissing(open(found, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK));
    if (file === null) return null;
    try {
      const facts = await file.stat();
      if (!facts.isFile()) throw new NotTrusted(`${path} is no file`);
      if (facts.size > mostBytes) throw new NotTrusted(`${path} has more bytes than it may have`);
      const bytes = new Uint8Array(await file.readFile());
      return { bytes, tag: createHash('sha256').update(bytes).digest('hex') };
    } finally {
      await file.close();
    }
  }

  async function write(path: string, bytes: Uint8Array): Promise<void> {
    const unfinished = `${at(path)}.${randomUUID()}.part`;
    makeFolder(dirname(unfinished));
    try {
      await writeFile(unfinished, bytes);
      // A rename is atomic: readers see either the old file or the new one.
      await rename(unfinished, at(path));
    } finally {
      await rm(unfinished, { force: true });
    }
  }

  async function locked<T>(path: string, work: () => Promise<T>): Promise<T> {
    const lock = `${at(path)}.lock`;
    makeFolder(dirname(lock));
    while (!(await isCreated(lock))) {
      const held = await unlessMissing(stat(lock));
      if (held && Date.now() - held.mtimeMs > LOCK_LIMIT_MS) await rm(lock, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, LOCK_WAIT_MS));
    }
    try {
      return await work();
    } finally {
      await rm(lock, { force: true });
    }
  }

  return {
    address: folder,
    read,
    write,
    readNewer: async (path, tag, mostBytes) => {
      const file = await read(path, mostBytes);
      return file?.tag === tag ? null : file;
    },
    replace: (path, bytes, tag) =>
      locked(path, async () => {
        if (((await read(path))?.tag ?? null) !== tag) return false;
        await write(path, bytes);
        return true;
      }),
    list: async (path) => (await unlessMissing(readdir(at(path)))) ?? [],
    isGuarded: async () => true,
    removeFolder: async (path) => {
      for (const entry of (await unlessMissing(readdir(at(path), { withFileTypes: true }))) ?? [])
        if (entry.isFile()) await rm(join(at(path), entry.name), { force: true });
      await rm(at(path), { recursive: true, force: true });
    },
  };
}

async function isCreated(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
