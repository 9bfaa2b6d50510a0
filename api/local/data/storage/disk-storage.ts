import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import fs, { type Stats } from 'node:fs';
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from '@supabase/lite';

type StorageAdapter = NonNullable<App['_storageAdapter']>;
type Metadata = Awaited<ReturnType<StorageAdapter['headObject']>>;
type Stored = Awaited<ReturnType<StorageAdapter['getObject']>>;
type Body = Parameters<StorageAdapter['uploadObject']>[3];

/** One read of a file: the requested range, and the part that is served. */
export type Read = {
  range: string | undefined;
  size: number;
  served: 'whole' | 'unsatisfiable' | { start: number; end: number };
};

/** @supabase/lite does not pass a request's Range header to its adapter, so this `AsyncLocalStorage` passes the header. */
export const currentRead = new AsyncLocalStorage<Read>();

const TYPES: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
};

/** Stores the files of the storage stand-in. Paths cannot leave `base`, writes are complete or absent, and each read closes its file. */
export class DiskStorage implements StorageAdapter {
  readonly driver = fs;
  readonly #base: string;

  constructor(base: string) {
    this.#base = resolve(base);
  }

  async getObject(bucket: string, key: string): Promise<Stored> {
    const file = this.#file(bucket, key);
    const stats = await stat(file);
    const read = currentRead.getStore();
    const served = read ? servedRange(read.range, stats.size) : 'whole';
    if (read) Object.assign(read, { size: stats.size, served });
    const body = served === 'unsatisfiable' ? Readable.from([]) : fs.createReadStream(file, served === 'whole' ? {} : served);
    return { httpStatusCode: 200, metadata: metadataOf(stats, key), body: Readable.toWeb(body) };
  }

  async uploadObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    body: Body,
    mimetype: string,
    cacheControl: string,
  ): Promise<Metadata> {
    const file = this.#file(bucket, key);
    await mkdir(dirname(file), { recursive: true });
    const partial = `${file}.${randomUUID()}.part`;
    try {
      await pipeline(readableOf(body), fs.createWriteStream(partial));
      await rename(partial, file);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    return { ...metadataOf(await stat(file), key), mimetype, cacheControl };
  }

  async deleteObject(bucket: string, key: string): Promise<void> {
    await rm(this.#file(bucket, key), { force: true });
  }

  async deleteObjects(bucket: string, keys: string[]): Promise<void> {
    for (const key of keys) await this.deleteObject(bucket, key);
  }

  async copyObject(
    sourceBucket: string,
    source: string,
    _version: string | undefined,
    destinationBucket: string,
    destination: string,
  ): Promise<Pick<Metadata, 'httpStatusCode' | 'eTag' | 'lastModified'>> {
    const target = this.#file(destinationBucket, destination);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(this.#file(sourceBucket, source), target);
    const stats = await stat(target);
    return { httpStatusCode: 200, eTag: metadataOf(stats, destination).eTag, lastModified: stats.mtime };
  }

  async headObject(bucket: string, key: string): Promise<Metadata> {
    return metadataOf(await stat(this.#file(bucket, key)), key);
  }

  async privateAssetUrl(bucket: string, key: string): Promise<string> {
    return `file://${this.#file(bucket, key)}`;
  }

  #file(bucket: string, key: string): string {
    const root = join(this.#base, encodeURIComponent(bucket));
    const file = resolve(root, key);
    if (!file.startsWith(root + sep)) throw new Error('unsafe key');
    return file;
  }
}

function readableOf(body: Body): Readable {
  if (body instanceof Uint8Array) return Readable.from([body]);
  return Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
}

function metadataOf(stats: Stats, key: string): Metadata {
  return {
    cacheControl: 'no-cache',
    contentLength: stats.size,
    size: stats.size,
    mimetype: TYPES[extname(key).toLowerCase()] ?? 'application/octet-stream',
    lastModified: stats.mtime,
    eTag: `"${stats.size.toString(16)}-${stats.mtimeMs.toString(16)}"`,
  };
}

/** Returns the part of a file of `size` bytes that `Range: bytes=…` requests (RFC 9110 §14.1.2, one range). */
function servedRange(range: string | undefined, size: number): Read['served'] {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (!from && !to) return 'whole';
  const start = from ? Number(from) : Math.max(0, size - Number(to));
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1;
  return start > end ? 'unsatisfiable' : { start, end };
}
