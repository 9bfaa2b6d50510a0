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

/**
 * A file that cannot be used. The message names the file and the reason, for the person who started the process. A stack trace would not
 * help.
 */
export class FileError extends Error {
  override readonly name = 'FileError';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.stack = message;
  }
}

/**
 * Returns a `FileError` with the file's name and a readable reason, if `error` came from the disk or file system; otherwise `error` itself.
 */
export function asFileError(path: string, error: unknown): unknown {
  const code = error instanceof Error && !(error instanceof FileError) && 'code' in error ? String(error.code) : '';
  const reason = REASONS[code];
  return reason === undefined ? error : new FileError(`${path} cannot be written: ${reason}`, { cause: error });
}

/** Runs `work`, which writes the file at `path`. Throws a `FileError` if the disk fails. */
export function writing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asFileError(path, error);
  }
}

/**
 * Creates a folder and its missing parents. Throws a `FileError` if that is impossible. Node's own recursive `mkdir` never returns under
 * `/proc`, where each call reports that the parent is missing.
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
      // Another process has created the folder meanwhile.
      if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
    }
  });
}
