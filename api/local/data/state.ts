// Lets tests store and restore a site's database and files, which is faster than starting a new process for each empty shop.
import { constants, cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAddress, openConnection } from './connection.ts';

/** A database whose name matches this pattern belongs to a test and may be dropped. */
const OF_A_TEST = /^semente_test_\w+$/;

/** Copies a directory with its contents. The file system shares the data of both copies where it can. */
export const copyDirectory = (from: string, to: string): void => cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });

/** Replaces `to` with a copy of `from`, or removes it when `from` does not exist. */
function replaceDirectory(to: string, from: string): void {
  rmSync(to, { recursive: true, force: true });
  if (existsSync(from)) copyDirectory(from, to);
}

/**
 * Replaces the database `to` with a copy of `from`, or with an empty one when `from` does not exist. Both databases are on one server, and
 * neither database may have an open session.
 */
async function replaceDatabase(to: URL, from: URL): Promise<void> {
  const server = Object.assign(new URL(to), { pathname: 'postgres' });
  const { connection, run } = await openConnection(server.href, 1);
  try {
    await run(`drop database if exists ${nameOf(to)}`);
    const found = await run(`select from pg_database where datname = '${nameOf(from)}'`);
    const template = (found as unknown[]).length > 0 ? `template ${nameOf(from)}` : '';
    // `file_copy` takes half the time of the default strategy, which writes each page to the log.
    await run(`create database ${nameOf(to)} ${template} strategy file_copy`);
  } finally {
    await connection.close();
  }
}

const nameOf = (address: URL): string => address.pathname.slice(1);

/** Returns whether the database at `place` may be replaced by a stored copy. */
export const isOurs = (place: string): boolean => !isAddress(place) || OF_A_TEST.test(nameOf(new URL(place)));

/**
 * Returns functions that store and restore the database at `place` and its files. Restoring without a stored copy makes both empty. No
 * process may have the database open meanwhile.
 */
export function stateOf(place: string, files: string, kept: string) {
  const copies = [[files, join(kept, 'files')], ...(isAddress(place) ? [] : [[place, join(kept, 'db')]])] as [string, string][];
  const database = isAddress(place) ? new URL(place) : null;
  const keptDatabase = database && new URL(`${database.href}_kept`);
  return {
    keep: async (): Promise<void> => {
      for (const [from, to] of copies) replaceDirectory(to, from);
      if (database && keptDatabase) await replaceDatabase(keptDatabase, database);
    },
    restore: async (): Promise<void> => {
      for (const [to, from] of copies) replaceDirectory(to, from);
      if (database && keptDatabase) await replaceDatabase(database, keptDatabase);
    },
  };
}
