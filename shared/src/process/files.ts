import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'this user may not do that',
  EPERM: 'this user may not do that',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'it is not a folder',
  EISDIR: 'it is a folder',
  ENOENT: 'nothing can be put there',
  EIO: 'the disk fails',
};

/** A file that cannot be used: its message names the file and the reason, for the person who started the process. No trace adds to it. */
export class FileError extends Error {
  override readonly name = 'FileError';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.stack = message;
  }
}

/** `error` with the name of the file and its reason in words, when the disk or the file system caused it; else unchanged. */
export function asFileError(path: string, error: unknown): unknown {
  const code = error instanceof Error && !(error instanceof FileError) && 'code' in error ? String(error.code) : '';
  const reason = REASONS[code];
  return reason === undefined ? error : new FileError(`${path} cannot be written: ${reason}`, { cause: error });
}

/** Does `work`, which writes the file at `path`. Throws a `FileError` when the disk refuses. */
export function writing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asFileError(path, error);
  }
}

/**
 * Makes a folder and those above it that are missing. Throws a `FileError` where none can be made; the recursive mkdir of Node never
 * returns under `/proc`, where each call answers that the folder above is missing.
 */
export function makeFolder(path: string, mode?: number): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  writing(path, () => {
    const above = dirname(path);
    if (!found && above !== path) makeFolder(above, mode);
    try {
      mkdirSync(path, { mode });
    } catch (error) {
      // Another process made it meanwhile.
      if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
    }
  });
}
