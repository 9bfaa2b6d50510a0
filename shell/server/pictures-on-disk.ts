import { readdirSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { writeWhole } from './local-releases.ts';

/**
 * Creates a cache of pictures in a folder, by file name, up to `limitBytes`. The least recently used pictures are removed first. The files
 * outlive the process.
 */
export function createPicturesOnDisk(folder: string, limitBytes: number) {
  const sizes = new LRUCache<string, number>({
    maxSize: limitBytes,
    sizeCalculation: (bytes) => Math.max(1, bytes),
    dispose: (_bytes, name, reason) => {
      if (reason === 'evict') rm(join(folder, name), { force: true }).catch(() => undefined);
    },
  });
  for (const { name, bytes } of filesOf(folder)) sizes.set(name, bytes);

  return {
    async get(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
      if (sizes.get(name) === undefined) return null;
      return await readFile(join(folder, name)).catch(() => null);
    },
    async set(name: string, bytes: Uint8Array): Promise<void> {
      await writeWhole(join(folder, name), bytes);
      sizes.set(name, bytes.length);
    },
  };
}

/** Returns the files of a folder, oldest first; an empty list if the folder does not exist. */
function filesOf(folder: string): { name: string; bytes: number }[] {
  try {
    return readdirSync(folder)
      .map((name) => ({ name, file: statSync(join(folder, name)) }))
      .sort((a, b) => a.file.mtimeMs - b.file.mtimeMs)
      .map(({ name, file }) => ({ name, bytes: file.size }));
  } catch {
    return [];
  }
}
