import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { PageAssets, RegisteredRelease, ReleaseRegistry } from '../src/federation/registry.ts';
import { CONTRACT_VERSION, REMOTE_NAMES, type RemoteName } from '../src/federation/remote.ts';
import type { PageFiles, RoomFiles } from './page-files-plugin.ts';
import { contentHash, filesUnder, ROOT } from './rooms.ts';

/** Folder of all releases and of `registry.json`. */
export const releasesDirectory = (): string => {
  const configured = process.env.RELEASES_DIR ?? '.releases';
  return isAbsolute(configured) ? configured : join(ROOT, configured);
};

/**
 * Copies a remote's build into a folder of its own and makes it the live release. Releasing the same build again only
 * switches to it. Running pages keep the release that they were rendered with: no release is ever changed.
 */
export function release(name: RemoteName, directory = releasesDirectory()): RegisteredRelease {
  const build = buildOf(name);
  const version = versionOf(name);
  const folder = join(directory, name, version);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`;
    for (const half of ['client', 'server']) cpSync(join(build, half), join(unfinished, half), { recursive: true });
    writeFileSync(join(unfinished, 'release.json'), JSON.stringify(describe(name, version, join(build, 'client')), null, 1));
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  }
  return makeLive(name, version, directory);
}

/** Whether the remote, as it is built now, was ever released into `directory`; another release may be live since. */
export const isReleased = (name: RemoteName, directory = releasesDirectory()): boolean =>
  existsSync(join(directory, name, versionOf(name)));

const buildOf = (name: RemoteName): string => join(ROOT, name, 'dist');

function versionOf(name: RemoteName): string {
  const files = filesUnder(buildOf(name)).filter((file) => /^(client|server)\//.test(file));
  if (files.length === 0) throw new Error(`${name} is not built: npm run build -- ${name}`);
  return contentHash(buildOf(name), files, CONTRACT_VERSION);
}

/** Makes an existing release live again: the given one, or the one released before the live one. */
export function rollback(name: RemoteName, version?: string, directory = releasesDirectory()): RegisteredRelease {
  const known = releasesOf(name, directory);
  const live = readRegistry(directory).remotes[name]?.version;
  const wanted = version ?? known[known.findIndex((entry) => entry.version === live) - 1]?.version;
  if (!wanted || !known.some((entry) => entry.version === wanted)) throw new Error(`${name} has no release ${wanted ?? `before ${live}`}`);
  return makeLive(name, wanted, directory);
}

/** All releases of a remote, oldest first. */
export function releasesOf(name: RemoteName, directory = releasesDirectory()): RegisteredRelease[] {
  const folder = join(directory, name);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((version) => join(folder, version, 'release.json'))
    .filter((file) => existsSync(file))
    .map((file): RegisteredRelease => JSON.parse(readFileSync(file, 'utf8')))
    .sort((a, b) => a.releasedAt.localeCompare(b.releasedAt));
}

export function readRegistry(directory = releasesDirectory()): ReleaseRegistry {
  const file = join(directory, 'registry.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { remotes: {} };
}

function makeLive(name: RemoteName, version: string, directory: string): RegisteredRelease {
  const live: RegisteredRelease = JSON.parse(readFileSync(join(directory, name, version, 'release.json'), 'utf8'));
  const registry: ReleaseRegistry = { remotes: { ...readRegistry(directory).remotes, [name]: live } };
  const unfinished = join(directory, `registry.json.${process.pid}`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(unfinished, JSON.stringify(registry, null, 1));
  // A rename is all or nothing: readers see the old registry or the new one.
  renameSync(unfinished, join(directory, 'registry.json'));
  return live;
}

function describe(name: RemoteName, version: string, client: string): RegisteredRelease {
  const { entry, pages, slots }: RoomFiles = JSON.parse(readFileSync(join(client, 'pages.json'), 'utf8'));
  const base = `/_r/${name}/${version}/`;
  const at = ({ scripts, styles }: PageFiles): PageAssets => ({
    scripts: scripts.map((file) => base + file),
    styles: styles.map((file) => base + file),
  });
  return {
    name,
    version,
    contract: CONTRACT_VERSION,
    entry: `${base}remoteEntry.js`,
    serverEntry: `${name}/${version}/server/remoteEntry.mjs`,
    assets: at(entry),
    pages: mapValues(pages, at),
    slots: mapValues(slots, at),
    releasedAt: new Date().toISOString(),
  };
}

const mapValues = <A, B>(record: Readonly<Record<string, A>>, fn: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, fn(value)]));

function remoteNamed(name: string | undefined): RemoteName {
  const known = REMOTE_NAMES.find((remote) => remote === name);
  if (!known) throw new Error(`name a remote: ${REMOTE_NAMES.join(', ')}`);
  return known;
}

function run([command, name, version]: readonly string[]): void {
  if (command === 'list') {
    const { remotes } = readRegistry();
    for (const remote of REMOTE_NAMES)
      for (const entry of releasesOf(remote))
        console.log(
          `${entry.version === remotes[remote]?.version ? '→' : ' '} ${remote} ${entry.version} ${entry.releasedAt} contract ${entry.contract}`,
        );
  } else if (command === 'rollback') {
    console.log(`live: ${name} ${rollback(remoteNamed(name), version).version}`);
  } else {
    for (const remote of command ? [command, ...(name ? [name] : [])] : REMOTE_NAMES)
      console.log(`live: ${remote} ${release(remoteNamed(remote)).version}`);
  }
}

if (import.meta.main) {
  try {
    run(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
