// Databases full of rows, kept in `.build/growth` under what they were made of, so that a second run starts at once. As a command:
// `100` or `1000000` makes the one with so many orders, `print 1000000` prints its statements for a PostgreSQL elsewhere.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPglite } from '../../../api/local/data/pglite.ts';
import { startSite } from '../../../api/local/site.ts';
import { toolsOf } from '../../contract/api/api-site.ts';
import { freePorts } from '../../setup/free-ports.ts';
import { growthRows, largeWith, type Sizes, SMALL } from './growth-rows.ts';

/** The small one of P8, or one with so many orders. */
const sizesOf = (orders: number): Sizes => (orders === SMALL.orders ? SMALL : largeWith(orders));

const ROOT = join(import.meta.dirname, '../../..');
const MIGRATIONS = join(ROOT, 'api/supabase/migrations');
const KEPT = join(ROOT, '.build/growth');

function keptDirectory(orders: number): string {
  const hash = createHash('sha256');
  const files = [join(ROOT, 'package-lock.json'), join(import.meta.dirname, 'growth-rows.ts')];
  for (const file of [...files, ...readdirSync(MIGRATIONS).map((name) => join(MIGRATIONS, name))].toSorted()) {
    hash.update(file.slice(ROOT.length)).update(readFileSync(file));
  }
  return join(KEPT, `${orders}-${hash.digest('hex').slice(0, 16)}`);
}

const copyDirectory = (from: string, to: string): void => cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });

/** Fills a database that has every migration and no row, and keeps it; older ones of its size go. */
async function makeDatabase(orders: number): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'semente-growth-'));
  try {
    const site = await startSite({ dir, ports: await freePorts(), quiet: true, seeded: false, only: ['data'] });
    await site.stop();
    const database = join(dir, 'data/db');
    const connection = await openPglite(database);
    const began = performance.now();
    for (const { name, sql } of growthRows(sizesOf(orders))) {
      const stepBegan = performance.now();
      await connection.driver.exec(sql);
      console.log(`${orders} orders: ${name} ${((performance.now() - stepBegan) / 1_000).toFixed(1)} s`);
    }
    await connection.close();
    console.log(`${orders} orders: filled in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    mkdirSync(KEPT, { recursive: true });
    for (const other of readdirSync(KEPT)) if (other.startsWith(`${orders}-`)) rmSync(join(KEPT, other), { recursive: true });
    const partial = `${keptDirectory(orders)}.partial`;
    copyDirectory(database, partial);
    renameSync(partial, keptDirectory(orders));
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** A site on a database with so many orders, which is made unless it is kept. Its channel cannot be read: its episodes are the database's. */
export async function startGrownSite(orders: number) {
  // In a process of its own, which gives its memory back.
  if (!existsSync(keptDirectory(orders))) execFileSync(process.execPath, [import.meta.filename, String(orders)], { stdio: 'inherit' });
  const dir = mkdtempSync(join(tmpdir(), 'semente-growth-'));
  mkdirSync(join(dir, 'data'));
  copyDirectory(keptDirectory(orders), join(dir, 'data/db'));
  const site = await startSite({
    dir,
    ports: await freePorts(),
    quiet: true,
    seeded: false,
    only: ['data', 'identity', 'mail', 'payments', 'api'],
  });
  return {
    ...toolsOf(site),
    close: async () => {
      await site.stop();
      rmSync(dir, { recursive: true });
    },
  };
}

export type GrownSite = Awaited<ReturnType<typeof startGrownSite>>;

if (import.meta.main) {
  const words = process.argv.slice(2);
  const orders = Number(words.at(-1));
  if (!Number.isSafeInteger(orders) || orders < SMALL.orders) throw new Error('how many orders?');
  if (words[0] === 'print') for (const { name, sql } of growthRows(sizesOf(orders))) console.log(`\\echo ${name}\n${sql.trim()}`);
  else await makeDatabase(orders);
}
