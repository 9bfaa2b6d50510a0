import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type DirectoryLock = { release: () => void };

/** A lock that nothing refers to would be collected, and given back by that. */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the only owner of `directory`, until `release` or until the process ends, however it ends: the lock is
 * SQLite's, which is the kernel's, so a killed owner leaves nothing behind that has to be judged stale.
 * Throws an error that names the owner's process id when another still owns it after `waitMs`; waiting blocks this process.
 */
export function lockDirectory(directory: string, waitMs = 0): DirectoryLock {
  mkdirSync(directory, { recursive: true });
  const ownerFile = join(directory, 'owner.pid');
  const database = new DatabaseSync(join(directory, 'owner.lock'));
  try {
    database.exec(`PRAGMA busy_timeout = ${waitMs}; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE`);
  } catch {
    database.close();
    throw new Error(`process ${readOwner(ownerFile)} runs on ${directory}; stop it first`);
  }
  held.add(database);
  writeFileSync(ownerFile, String(process.pid));
  return {
    release: () => {
      held.delete(database);
      database.close();
    },
  };
}

function readOwner(ownerFile: string): string {
  try {
    return readFileSync(ownerFile, 'utf8');
  } catch {
    return '(unknown)';
  }
}
