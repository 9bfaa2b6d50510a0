export type StoredFile = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The file's tag, which changes with the file's content. */
  readonly tag: string;
};

/** Largest file of a release, in bytes. */
export const LARGEST_FILE = 64 * 1024 * 1024;

/** Storage of releases. Paths are names separated by slashes. Writes are atomic: a file is complete or does not exist. */
export type ReleaseStore = {
  /** The location of the store, for messages to people. */
  readonly address: string;
  /** Reads a file; null if it does not exist. Throws `NotTrusted` if it has more than `mostBytes` or is not a plain file. */
  readonly read: (path: string, mostBytes?: number) => Promise<StoredFile | null>;
  /** Reads a file only if it has changed. Returns null if the file still has this `tag`, or does not exist. */
  readonly readNewer: (path: string, tag: string, mostBytes?: number) => Promise<StoredFile | null>;
  readonly write: (path: string, bytes: Uint8Array) => Promise<void>;
  /** Writes a file only if it still has this `tag` (null: if it does not exist yet). Returns false if nothing was written. */
  readonly replace: (path: string, bytes: Uint8Array, tag: string | null) => Promise<boolean>;
  /** Returns the names directly inside a folder; an empty list if the folder does not exist. */
  readonly list: (folder: string) => Promise<string[]>;
  /** Removes a folder with everything in it, beginning with the files directly inside it. */
  readonly removeFolder: (folder: string) => Promise<void>;
  /** Returns whether `replace` never overwrites the change of another writer. Some buckets support conditions only for reading. */
  readonly isGuarded: () => Promise<boolean>;
};
