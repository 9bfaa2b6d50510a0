export type StoredFile = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Changes with the content. */
  readonly tag: string;
};

/** No file of a release has more bytes. */
export const LARGEST_FILE = 64 * 1024 * 1024;

/** Where releases are kept. Paths are names separated by slashes; a file that is written is there whole or not at all. */
export type ReleaseStore = {
  /** Where it is, for people. */
  readonly address: string;
  /** The file, or null when there is none. Throws `NotTrusted` for one that has more bytes than it may have, or is no plain file. */
  readonly read: (path: string, mostBytes?: number) => Promise<StoredFile | null>;
  /** The file unless it is still the one of `tag`; null also when there is none. */
  readonly readNewer: (path: string, tag: string, mostBytes?: number) => Promise<StoredFile | null>;
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
