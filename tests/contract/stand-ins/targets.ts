import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressesOf } from '../../../api/local/environment.ts';
import { type Site, type SiteOptions, startSite } from '../../../api/local/site.ts';
import { freePorts } from '../../setup/free-ports.ts';
import { runAtDatabase, runAtServer } from '../../setup/postgres.ts';

/** One implementation of an outside service: the stand-in, or the real one. */
export type Target<Service> = { name: string; open: () => Promise<Service & { close: () => Promise<void> }> };

/**
 * The stand-in, and the real service when every variable of `credentials` is set. `.env.example` lists them.
 */
export function targets<Service, Name extends string>(
  standIn: Target<Service>,
  real: {
    name: string;
    credentials: readonly Name[];
    open: (credentials: Record<Name, string>) => Promise<Service & { close: () => Promise<void> }>;
  },
): Target<Service>[] {
  const given = Object.fromEntries(real.credentials.map((name) => [name, process.env[name] ?? ''])) as Record<Name, string>;
  if (Object.values(given).includes('')) return [standIn];
  return [standIn, { name: real.name, open: () => real.open(given) }];
}

export const EVERYTHING_BUT_PAGES = ['data', 'identity', 'mail', 'payments', 'videos', 'api'] as const;

/** A stopped site of which others are copies: its folder, the address of its channel, and the name of its database unless that is embedded. */
export type PreparedSite = { dir: string; videos: string; database: string | undefined };

/** The database of one site, at the server of the run; the embedded one where the run has none. */
async function makeDatabase(videos: string, prepared?: PreparedSite): Promise<{ address: string | undefined; drop: () => Promise<void> }> {
  const server = process.env.CONTRACT_POSTGRES;
  if (!server) return { address: undefined, drop: async () => {} };
  const name = `semente_test_${randomUUID().slice(0, 8)}`;
  const kept = `${name}_kept`;
  const create = (database: string, template: string) =>
    runAtServer(server, `create database ${database} template ${template} strategy file_copy`);
  if (prepared?.database) {
    await create(kept, prepared.database);
    // A picture that has moved would be drawn again.
    const moved = `replace(picture_source, '${prepared.videos}', '${videos}')`;
    await runAtDatabase(`${server}/${kept}`, `update public.episodes set picture_source = ${moved}`);
    await create(name, kept);
  } else await create(name, process.env.BLANK_DATABASE ?? 'template1');
  return {
    address: `${server}/${name}`,
    drop: () => runAtServer(server, ...[name, kept].map((gone) => `drop database if exists ${gone} with (force)`)),
  };
}

/** Starts some processes of the site in a folder of their own, which `close` removes. */
export async function startOnly(
  only: NonNullable<SiteOptions['only']>,
  /** `'embedded'`, or the address of a PostgreSQL that stays; one at the server of the run unless given. */
  given?: string | undefined,
  { prepared, ...options }: Pick<SiteOptions, 'hasAdmins'> & { prepared?: PreparedSite | undefined } = {},
): Promise<{ site: Site; dir: string; database: string | undefined; close: () => Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'semente-contract-'));
  const ports = await freePorts();
  if (prepared) cpSync(prepared.dir, dir, { recursive: true });
  const own = given === undefined && only.includes('data') ? await makeDatabase(addressesOf(ports).videos, prepared) : null;
  const database = given === 'embedded' ? undefined : (given ?? own?.address);
  const site = await startSite({ dir, ports, quiet: true, seeded: false, only, database, ...options });
  return {
    site,
    dir,
    database,
    close: async () => {
      await site.stop();
      await own?.drop();
      rmSync(dir, { recursive: true });
    },
  };
}
