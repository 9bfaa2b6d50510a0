// Databases of the sites that tests start: at one server for the whole run, or embedded where there can be none.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite } from '../../api/local/site.ts';
import { freePorts } from './free-ports.ts';
import { runAtServer, startPostgres } from './postgres.ts';

async function migrate(database: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'semente-blank-'));
  const site = await startSite({ dir, ports: await freePorts(), quiet: true, seeded: false, only: ['data'], database });
  await site.stop();
  rmSync(dir, { recursive: true });
}

/**
 * Starts the server of the run, or takes that of TEST_POSTGRES, with a database without a row from which others are made. Workers that
 * start afterwards inherit where it is. Null where databases can only be embedded.
 */
export async function startDatabases(): Promise<{ stop: () => Promise<void> } | null> {
  const own = process.env.TEST_POSTGRES ? null : await startPostgres();
  const address = process.env.TEST_POSTGRES ?? own?.address;
  if (!address) return null;
  const blank = `semente_test_blank_${process.pid}`;
  await runAtServer(address, `create database ${blank}`);
  await migrate(`${address}/${blank}`);
  process.env.TEST_POSTGRES = address;
  process.env.BLANK_DATABASE = blank;
  return {
    stop: async () => {
      if (own) await own.stop();
      else await runAtServer(address, `drop database ${blank}`);
    },
  };
}

/** A database for one site, at the server of the run; the embedded one where the run has none. */
export async function makeDatabase(): Promise<{ address: string | undefined; drop: () => Promise<void> }> {
  const server = process.env.TEST_POSTGRES;
  if (!server) return { address: undefined, drop: async () => {} };
  const name = `semente_test_${randomUUID().slice(0, 8)}`;
  await runAtServer(server, `create database ${name} template ${process.env.BLANK_DATABASE ?? 'template1'}`);
  return {
    address: `${server}/${name}`,
    drop: () => runAtServer(server, ...[name, `${name}_kept`].map((gone) => `drop database if exists ${gone} with (force)`)),
  };
}
