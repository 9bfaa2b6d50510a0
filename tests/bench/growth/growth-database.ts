// Filled databases, kept by a digest of their sources so that a second run starts at once. They are in `.build/growth`, or on the
// PostgreSQL at `server`, an address without a database.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAddress, openConnection } from '../../../api/local/data/connection.ts';
import { type SiteOptions, startSite } from '../../../api/local/site.ts';
import { newestVersion, readSchemas } from '../../../api/src/platform/migrations.ts';
import { toolsOf } from '../../contract/api/site-tools.ts';
import { freePorts } from '../../setup/free-ports.ts';
import { growthRows, largeWith, type Sizes, SMALL } from './growth-rows.ts';

/** Returns the sizes of the small site, or of one with this many orders. */
const sizesOf = (orders: number): Sizes => (orders === SMALL.orders ? SMALL : largeWith(orders));

const ROOT = join(import.meta.dirname, '../../..');
const SUPABASE = join(ROOT, 'api/supabase');
const KEPT = join(ROOT, '.build/growth');

/** Returns the digest of everything that a filled database is made from. */
function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'tests/bench/growth/growth-rows.ts']) hash.update(readFileSync(join(ROOT, file)));
  hash.update(readSchemas(SUPABASE)).update(newestVersion(SUPABASE));
  return hash.digest('hex').slice(0, 16);
}

const keptDirectory = (orders: number): string => join(KEPT, `${orders}-${digestOfSources()}`);

const copyDirectory = (from: string, to: string): void => cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });

async function startIn(dir: string, options: Pick<SiteOptions, 'only' | 'database'>) {
  return await startSite({ dir, ports: await freePorts(), quiet: true, seeded: false, ...options });
}

/** Applies every migration to the empty database at `place`, and fills it. */
async function fill(dir: string, orders: number, place: string): Promise<void> {
  const site = await startIn(dir, { only: ['data'], database: isAddress(place) ? place : undefined });
  await site.stop();
  const { connection, run } = await openConnection(place, 1);
  const began = performance.now();
  const secondsSince = (moment: number) => ((performance.now() - moment) / 1_000).toFixed(1);
  for (const { name, sql } of growthRows(sizesOf(orders))) {
    const stepBegan = performance.now();
    await run(sql);
    console.log(`${orders} orders: ${name} ${secondsSince(stepBegan)} s`);
  }
  // A PostgreSQL server would vacuum by itself, but later.
  if (isAddress(place)) await run('vacuum analyze');
  await connection.close();
  console.log(`${orders} orders: filled in ${secondsSince(began)} s`);
}

/** Creates a directory with a filled database, and removes older ones of its size. */
async function makeDirectory(orders: number): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'semente-growth-'));
  try {
    const database = join(dir, 'data/db');
    await fill(dir, orders, database);
    mkdirSync(KEPT, { recursive: true });
    for (const other of readdirSync(KEPT)) if (other.startsWith(`${orders}-`)) rmSync(join(KEPT, other), { recursive: true });
    const partial = `${keptDirectory(orders)}.partial`;
    copyDirectory(database, partial);
    renameSync(partial, keptDirectory(orders));
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Returns the address of a filled database at `server`. Creates it if none is kept, and removes older ones of its size. */
async function databaseAt(server: string, dir: string, orders: number): Promise<string> {
  const name = `growth_${orders}_${digestOfSources()}`;
  const { connection, run } = await openConnection(`${server}/postgres`, 1);
  try {
    const kept = (await run(`select datname from pg_database where datname like 'growth\\_${orders}\\_%'`)) as { datname: string }[];
    if (kept.some(({ datname }) => datname === name)) return `${server}/${name}`;
    for (const { datname } of kept) await run(`drop database ${datname}`);
    const partial = `${name}_partial`;
    await run(`create database ${partial}`);
    await fill(dir, orders, `${server}/${partial}`);
    await run(`alter database ${partial} rename to ${name}`);
    return `${server}/${name}`;
  } finally {
    await connection.close();
  }
}

/**
 * Starts a site on a database with this many orders, which is created if none is kept. Its channel cannot be read, because its episodes are
 * only in the database.
 */
export async function startGrownSite(orders: number, server?: string) {
  const dir = mkdtempSync(join(tmpdir(), 'semente-growth-'));
  const database = server === undefined ? undefined : await databaseAt(server, dir, orders);
  if (!database) {
    // A separate process fills the database, because it returns its memory when it ends.
    if (!existsSync(keptDirectory(orders))) execFileSync(process.execPath, [import.meta.filename, String(orders)], { stdio: 'inherit' });
    mkdirSync(join(dir, 'data'));
    copyDirectory(keptDirectory(orders), join(dir, 'data/db'));
  }
  const site = await startIn(dir, { only: ['data', 'identity', 'mail', 'payments', 'api'], database });
  return {
    ...toolsOf(site),
    close: async () => {
      await site.stop();
      rmSync(dir, { recursive: true });
    },
  };
}

export type GrownSite = Awaited<ReturnType<typeof startGrownSite>>;

if (import.meta.main) await makeDirectory(Number(process.argv[2]));
