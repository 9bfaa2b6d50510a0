import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder, writing } from '@site/shared/process/files.ts';
import { localPublicKey } from '@site/shared/releases/local-key.ts';
import { keyFileOf } from '@site/shared/releases/release-store.ts';
import { addDemoOwners } from './demo/team.ts';
import { lockDirectory } from './directory-lock.ts';
import { type Addresses, addressesOf, type Environments, environmentsOf, PROJECT_ID } from './environment.ts';
import { demoAccounts, demoPassword } from './identity/demo-accounts.ts';
import { type Ports, portsFromEnvironment, refuseBusyPorts } from './ports.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { createService, type Service } from './service.ts';
import { refuseProduction } from './stand-in.ts';
import { writeWhole } from './state-files.ts';

export type SiteOptions = {
  /** Folder of all state, logs and site.json. */
  dir: string;
  /** Defaults to the ports of the environment, or the usual ones. */
  ports?: Ports;
  /** Prints nothing. */
  quiet?: boolean;
  /** Rebuilds and restarts the parts of the site that change. */
  watch?: boolean;
  /** Builds only these rooms and uses the last builds of all other rooms. By default, builds every room that changed. */
  rooms?: readonly string[];
  /** Folder of the remotes' releases. Defaults to a folder inside `dir`. */
  releases?: string;
  /** Starts only these processes, for tests of a part of the site. Without the shell, nothing is built. */
  only?: LastingProcess[];
  /** Address of a PostgreSQL in place of the embedded one. Its user must be able to create roles and extensions. */
  database?: string | undefined;
  /** Whether the shop gets the demo content. False leaves the shop empty. */
  seeded?: boolean;
  /** Whether the site gets owners. False leaves the site without an owner. */
  hasAdmins?: boolean;
  /** Starts a site as a new owner finds it, without demo content, owner and names. */
  isEmpty?: boolean;
  /** Called when the database answers and before any other process uses the database, for tests. */
  onDatabase?: ((address: string, secretKey: string) => Promise<void>) | undefined;
  /** Aborting this signal ends a start in progress. */
  signal?: AbortSignal;
};

/** The contents of `site.json` while the site runs. */
export type SiteFile = {
  site: string;
  api: string;
  inbox: string;
  payments: string;
  accounts: { role: string; email: string; password: string }[];
  /** For tests: the addresses of the processes behind the site, and the keys of this machine. */
  internal: {
    identity: string;
    data: string;
    videos: string;
    smtp: string;
    imap: string;
    dataSecretKey: string;
    dataPublishableKey: string;
    stripeSecretKey: string;
    stripeWebhookSecret: string;
    projectId: string;
    releases: string;
    logs: string;
    /** The environment variables of the API and the shell, for `npm run doctor`. */
    variables: Record<string, string>;
  };
};

const LASTING = ['data', 'identity', 'mail', 'payments', 'videos', 'api', 'shell'] as const;
type LastingProcess = (typeof LASTING)[number];
type AnyProcess = LastingProcess | 'build' | 'seed' | 'builder';

export type Site = {
  addresses: Addresses;
  file: SiteFile;
  /** Tests can kill, restart or pause each process. */
  processes: Record<LastingProcess, Service>;
  /** Rejects when a process ended by itself, after all other processes were stopped. Resolves when the site was stopped. */
  ended: Promise<void>;
  stop: () => Promise<void>;
};

/** Milliseconds. The processes of a killed site end within this time. */
const KILLED_WAIT_MS = 10_000;

const ROOT = resolve(import.meta.dirname, '../..');

/** Processes of a row are stopped together, and the rows one after another. A process is stopped before those that it calls. */
const STOP_ORDER: AnyProcess[][] = [['build', 'builder', 'seed', 'shell'], ['api'], ['payments', 'videos', 'identity'], ['mail', 'data']];

/**
 * Starts the whole site with its stand-ins and demo content. Resolves when every process answers. Throws when a port is busy (and names
 * it), when a site already runs in `dir`, or when a process fails (with its last output). Nothing keeps running after an error.
 */
export async function startSite(options: SiteOptions): Promise<Site> {
  refuseProduction('the local site');
  const { quiet = false, watch = false, isEmpty = false, signal } = options;
  const ports = options.ports ?? portsFromEnvironment(process.env, isEmpty);
  const dir = resolve(options.dir);
  const releases = resolve(options.releases ?? join(dir, 'releases'));
  const logs = join(dir, 'logs');
  makeFolder(logs, 0o700);
  const lock = lockDirectory(dir);
  keepKind(dir, isEmpty);
  const siteFile = join(dir, 'site.json');
  // A killed site leaves its file behind, and its processes for some seconds.
  const wasKilled = existsSync(siteFile);
  rmSync(siteFile, { force: true });

  const secrets = loadSecrets(join(dir, 'secrets.json'));
  const releaseKey = localPublicKey(keyFileOf({ RELEASES_DIR: releases }));
  const addresses = addressesOf(ports);
  const failure = Promise.withResolvers<never>();
  const environments = environmentsOf({ dir, ports, secrets, releases, releaseKey, watch, database: options.database, isEmpty });
  const processes = createProcesses({
    environments,
    addresses,
    logs,
    watch,
    rooms: options.rooms ?? [],
    print: quiet ? undefined : (line) => process.stdout.write(`${line}\n`),
    onUnexpectedEnd: failure.reject,
  });
  signal?.addEventListener('abort', () => failure.reject(new Error('stopped')), { once: true });

  let stopping: Promise<void> | undefined;
  const stopAll = () => {
    stopping ??= (async () => {
      rmSync(siteFile, { force: true });
      for (const row of STOP_ORDER) await Promise.all(row.map((name) => processes[name].stop()));
      lock.release();
    })();
    return stopping;
  };

  const file = describeSite({ addresses, secrets, releases, logs, environments, isEmpty });
  try {
    await refuseBusyPorts(ports, wasKilled ? KILLED_WAIT_MS : 0);
    const at = [addresses.data, secrets.supabaseSecretKey] as const;
    const bindAdmins = () => addDemoOwners(...at);
    const onDatabase = async () => options.onDatabase?.(...at);
    await Promise.race([bringUp(processes, options, bindAdmins, onDatabase), failure.promise]);
    writeWhole(siteFile, `${JSON.stringify(file, null, 2)}\n`);
  } catch (error) {
    await stopAll();
    throw error;
  }

  const end = Promise.withResolvers<void>();
  // Prevents an unhandled rejection for a caller that does not wait for the end, such as a test. Such a caller notices that it cannot reach
  // the site.
  end.promise.catch(() => {});
  failure.promise.catch((error) => stopAll().then(() => end.reject(error)));
  const stop = async () => {
    await stopAll();
    end.resolve();
  };
  return { addresses, file, processes, ended: end.promise, stop };
}

const EMPTY_MARK = 'empty-site';

/** Returns whether a folder's site began with the demo, which is the default. */
export const holdsDemo = (dir: string): boolean => !existsSync(join(dir, EMPTY_MARK));

/**
 * Throws when the folder has a demo site and an empty site is requested, or the reverse: demo content must not get into an author's site.
 */
function keepKind(dir: string, isEmpty: boolean): void {
  if (existsSync(join(dir, 'secrets.json')) && holdsDemo(dir) === isEmpty)
    throw new Error(
      `${dir} contains ${isEmpty ? 'the demo site' : 'a site that was started with --empty'}: start it ${isEmpty ? 'without' : 'with'} --empty, or set SITE_DIR.`,
    );
  const mark = join(dir, EMPTY_MARK);
  if (isEmpty) writing(mark, () => writeFileSync(mark, ''));
}

async function bringUp(
  processes: Record<AnyProcess, Service>,
  { only, isEmpty = false, seeded = !isEmpty, hasAdmins = !isEmpty, watch = false }: SiteOptions,
  bindAdmins: () => Promise<void>,
  onDatabase: () => Promise<void>,
): Promise<void> {
  const wanted = new Set<LastingProcess>(only ?? LASTING);
  const start = async (...names: LastingProcess[]) => {
    await Promise.all(names.map((name) => (wanted.has(name) ? processes[name].start() : undefined)));
  };
  const stock = async () => {
    await start('data', 'payments');
    await onDatabase();
    if (hasAdmins && wanted.has('data') && wanted.has('identity')) await bindAdmins();
    if (seeded && wanted.has('data') && wanted.has('payments')) await processes.seed.runToEnd();
  };
  const build = async () => {
    if (wanted.has('shell')) await processes.build.runToEnd();
  };
  await Promise.all([build(), stock(), start('identity', 'mail', 'videos')]);
  await start('api', 'shell');
  if (watch) await processes.builder.start();
}

function createProcesses({
  environments,
  addresses,
  logs,
  watch,
  rooms,
  print,
  onUnexpectedEnd,
}: {
  environments: Environments;
  addresses: Addresses;
  logs: string;
  watch: boolean;
  rooms: readonly string[];
  print: ((line: string) => void) | undefined;
  onUnexpectedEnd: (error: Error) => void;
}): Record<AnyProcess, Service> {
  const create = (name: AnyProcess, command: string[], env: Record<string, string>, readyUrl?: string, speaks = false) =>
    createService({
      name,
      command,
      env,
      cwd: ROOT,
      logFile: join(logs, `${name}.log`),
      onUnexpectedEnd,
      ...(readyUrl ? { readyUrl } : {}),
      ...(speaks && print ? { onLine: (line) => print(`${name.padEnd(8)} ${line}`) } : {}),
    });
  const standIn = (name: 'data' | 'identity' | 'mail' | 'payments' | 'videos', address: string) =>
    create(name, [`api/local/${name}/main.ts`], environments[name], `${address}/healthz`);
  const server = (name: 'api' | 'shell', entry: string, readyUrl: string) =>
    create(name, watch ? ['api/local/watched.ts', entry] : [entry], environments[name], readyUrl, watch);

  return {
    data: standIn('data', addresses.data),
    identity: standIn('identity', addresses.identity),
    mail: standIn('mail', addresses.inbox),
    payments: standIn('payments', addresses.payments),
    videos: standIn('videos', addresses.videos),
    api: server('api', 'api/src/server.ts', `${addresses.api}/readyz`),
    shell: server('shell', 'shell/server/main.ts', `${addresses.site}/healthz`),
    build: create('build', ['api/local/build-site.ts', ...rooms], environments.build, undefined, true),
    seed: create('seed', ['api/local/seed-site.ts'], environments.seed, undefined, true),
    builder: create('builder', ['shared/build/build.ts', '--watch', ...rooms], environments.build, undefined, true),
  };
}

function describeSite({
  addresses,
  secrets,
  releases,
  logs,
  environments,
  isEmpty,
}: {
  addresses: Addresses;
  secrets: Secrets;
  releases: string;
  logs: string;
  environments: Environments;
  isEmpty: boolean;
}): SiteFile {
  const { site, api, inbox, payments, identity, data, videos, smtp, imap } = addresses;
  const shown = isEmpty ? [demoAccounts.admin] : [demoAccounts.customer, demoAccounts.newcomer, demoAccounts.admin];
  return {
    site,
    api,
    inbox,
    payments,
    accounts: shown.map(({ role, email }) => ({ role, email, password: demoPassword })),
    internal: {
      identity,
      data,
      videos,
      smtp,
      imap,
      dataSecretKey: secrets.supabaseSecretKey,
      dataPublishableKey: secrets.supabasePublishableKey,
      stripeSecretKey: secrets.stripeSecretKey,
      stripeWebhookSecret: secrets.stripeWebhookSecret,
      projectId: PROJECT_ID,
      releases,
      logs,
      variables: { ...environments.shell, ...environments.api, SUPABASE_PUBLISHABLE_KEY: secrets.supabasePublishableKey },
    },
  };
}
