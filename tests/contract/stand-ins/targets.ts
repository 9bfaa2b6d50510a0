import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressesOf } from '../../../api/local/environment.ts';
import { type Site, type SiteOptions, startSite } from '../../../api/local/site.ts';
import { freePorts } from '../../setup/free-ports.ts';
import { copyDatabase } from '../../setup/postgres.ts';
import { moveSite, openData, type PreparedSite } from '../../setup/prepared-site.ts';

/** One implementation of an external service: the stand-in or the real one. */
export type Target<Service> = { name: string; open: () => Promise<Service & { close: () => Promise<void> }> };

/** Returns the stand-in, and the real service too if every variable of `credentials` is set. `.env.example` lists them. */
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

/** Saves the state of a site's database and files, to which the site can be reset later. */
async function keepState(address: string, secretKey: string): Promise<void> {
  const answer = await fetch(`${address}/_local/state`, { method: 'PUT', headers: { apikey: secretKey } });
  if (!answer.ok) throw new Error(`PUT /_local/state: ${answer.status} ${await answer.text()}`);
}

/** Creates the database of one site on the server of the run. Returns undefined if the run has no server. */
async function makeDatabase(prepared: PreparedSite | undefined) {
  const template = prepared?.database ?? process.env.BLANK_DATABASE;
  return template ? await copyDatabase(template) : undefined;
}

/** Starts some processes of the site in a folder of their own, which `close` removes. A copy of `prepared` has its state saved already. */
export async function startOnly(
  only: NonNullable<SiteOptions['only']>,
  /** Either `'embedded'` or the address of a PostgreSQL database that is kept. By default a database on the server of the run. */
  given?: string | undefined,
  { prepared, ...options }: Pick<SiteOptions, 'hasAdmins'> & { prepared?: PreparedSite | undefined } = {},
): Promise<{ site: Site; dir: string; database: string | undefined; close: () => Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'semente-contract-'));
  const ports = await freePorts();
  if (prepared) cpSync(prepared.dir, dir, { recursive: true });
  const onDatabase =
    prepared &&
    (async (address: string, secretKey: string) => {
      await moveSite(openData(address, secretKey), prepared.addresses, addressesOf(ports));
      await keepState(address, secretKey);
    });
  const own = given === undefined && only.includes('data') ? await makeDatabase(prepared) : undefined;
  const database = given === 'embedded' ? undefined : (given ?? own?.address);
  const site = await startSite({ dir, ports, quiet: true, seeded: false, only, database, onDatabase, ...options });
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
