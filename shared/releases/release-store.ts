import { isAbsolute, join } from 'node:path';
import { createBucketStore } from './bucket-store.ts';
import { createFolderStore } from './folder-store.ts';

export type StoredFile = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Changes with the content. */
  readonly tag: string;
};

/** Where releases are kept. Paths are names separated by slashes; a file that is written is there whole or not at all. */
export type ReleaseStore = {
  /** Where it is, for people. */
  readonly address: string;
  /** The file, or null when there is none. */
  readonly read: (path: string) => Promise<StoredFile | null>;
  /** The file unless it is still the one of `tag`; null also when there is none. */
  readonly readNewer: (path: string, tag: string) => Promise<StoredFile | null>;
  readonly write: (path: string, bytes: Uint8Array) => Promise<void>;
  /** Writes only while the file is still the one of `tag` (null: while there is none). False when it no longer is. */
  readonly replace: (path: string, bytes: Uint8Array, tag: string | null) => Promise<boolean>;
  /** Names of what is directly in a folder; none when it does not exist. */
  readonly list: (folder: string) => Promise<string[]>;
  /** Removes a folder with everything in it, first the files directly in it. */
  readonly removeFolder: (folder: string) => Promise<void>;
  /** Whether `replace` heeds what others write: some buckets take conditions for reading only. */
  readonly isGuarded: () => Promise<boolean>;
};

/** How a store is chosen: a bucket when its address is given, else a folder. */
export type StoreSettings = {
  readonly RELEASES_DIR?: string | undefined;
  readonly RELEASES_BUCKET_URL?: string | undefined;
  readonly RELEASES_BUCKET_REGION?: string | undefined;
  readonly RELEASES_BUCKET_KEY_ID?: string | undefined;
  readonly RELEASES_BUCKET_SECRET?: string | undefined;
};

const ROOT = join(import.meta.dirname, '../..');

/** The store of these settings. Throws a sentence that names what is missing. */
export function openReleaseStore(settings: StoreSettings): ReleaseStore {
  const url = settings.RELEASES_BUCKET_URL;
  if (!url) {
    const folder = settings.RELEASES_DIR || '.releases';
    return createFolderStore(isAbsolute(folder) ? folder : join(ROOT, folder));
  }
  const { RELEASES_BUCKET_KEY_ID: keyId, RELEASES_BUCKET_SECRET: secret } = settings;
  if (!keyId || !secret) throw new Error('RELEASES_BUCKET_URL needs RELEASES_BUCKET_KEY_ID and RELEASES_BUCKET_SECRET');
  return createBucketStore({ url, keyId, secret, region: settings.RELEASES_BUCKET_REGION || 'auto' });
}
