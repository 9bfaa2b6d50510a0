import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FileError, makeFolder, writing } from '@site/shared/process/files.ts';

export type DirectoryLock = { release: () => void };

/** Keeps references to the locks. A lock without one would be garbage-collected and thereby released. */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the only owner of `directory`, until `release` or until the process ends in any way. The lock is SQLite's file lock,
 * which the kernel releases, so a killed owner leaves no stale lock. Throws an error with the owner's process id when another process still
 * owns the directory after `waitMs`. Waiting blocks this process.
 */
export function lockDirectory(directory: string, waitMs = 0): DirectoryLock {
  makeFolder(directory);
  const ownerFile = join(directory, 'owner.pid');
  const lockFile = join(directory, 'owner.lock');
  const database = openLock(lockFile);
  try {
    database.exec(`PRAGMA busy_timeout = ${waitMs}; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE`);
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw new FileError(`${lockFile} cannot be locked: ${(error as Error).message}`, { cause: error });
    throw new Error(`process ${readOwner(ownerFile)} is using ${directory}; stop it first`);
  }
  held.add(database);
  writing(ownerFile, () => writeFileSync(ownerFile, String(process.pid)));
  return {
    release: () => {
      held.delete(database);
      database.close();
    },
  };
}

/** SQLITE_BUSY */
const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === 5;

function openLock(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (cause) {
    throw new FileError(`${file} cannot be opened: ${(cause as Error).message}`, { cause });
  }
}

function readOwner(ownerFile: string): string {
  try {
    return readFileSync(ownerFile, 'utf8');
  } catch {
    return '(unknown)';
  }
}
