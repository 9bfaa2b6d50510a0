// For tests, which would otherwise start a process for each empty shop: what a site has in its database and its files is kept, and brought back.
import { constants, cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAddress, openConnection } from './connection.ts';

/** Databases with such a name belong to a test, which may lose them. */
const OF_A_TEST = /^semente_test_\w+$/;

/** Copies a directory with all that is in it, without copying its bytes where the file system can. */
export const copyDirectory = (from: string, to: string): void => cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });

/** In the place of `to`, which goes; nothing when there is no `from`. */
function replaceDirectory(to: string, from: string): void {
  rmSync(to, { recursive: true, force: true });
  if (existsSync(from)) copyDirectory(from, to);
}

/** In the place of `to`, which goes; an empty one when there is no `from`. Both are at one server, and nobody has a session in either. */
async function replaceDatabase(to: URL, from: URL): Promise<void> {
  const server = Object.assign(new URL(to), { pathname: 'postgres' });
  const { connection, run } = await openConnection(server.href, 1);
  try {
    await run(`drop database if exists ${nameOf(to)}`);
    const found = await run(`select from pg_database where datname = '${nameOf(from)}'`);
    const template = (found as unknown[]).length > 0 ? `template ${nameOf(from)}` : '';
    // By its files: half of the time of the usual way, which writes each page into the log.
    await run(`create database ${nameOf(to)} ${template} strategy file_copy`);
  } finally {
    await connection.close();
  }
}

const nameOf = (address: URL): string => address.pathname.slice(1);

/** Whether what is at `place` may be given up for what was kept. */
export const isOurs = (place: string): boolean => !isAddress(place) || OF_A_TEST.test(nameOf(new URL(place)));

/** What stands at `place`, and the files beside it; without anything kept it becomes empty. Nobody may have the database open meanwhile. */
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
