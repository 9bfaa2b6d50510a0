import { randomBytes } from 'node:crypto';
import type { RegisteredRelease, ReleaseRegistry } from '../src/federation/registry.ts';
import { isContractCompatible, REMOTE_NAMES, type RemoteName } from '../src/federation/remote.ts';
import type { Author } from './author.ts';
import { currentAuthor } from './author.ts';
import { buildOf, publish, versionOf } from './publish.ts';
import { changeRegistry, previewDigest, readRegistry, readRelease, releasesOf } from './registry-file.ts';
import type { ReleaseStore } from './release-store.ts';

type By = Pick<Author, 'by'>;

const act = ({ by }: By) => ({ by, at: new Date().toISOString() });

/** Throws when the shell that runs does not speak the contract that a remote was built for. Before the first shell, nobody objects. */
export function refuseOtherContract({ host }: ReleaseRegistry, name: RemoteName, contract: string): void {
  if (!host || isContractCompatible(contract, host.contract)) return;
  throw new Error(
    `${name} is built for contract ${contract}, and the shell that runs speaks ${host.contract} (since ${host.startedAt}). ` +
      'Nothing was changed: deploy the shell first, or release a remote that was built for its contract.',
  );
}

/** Makes uploaded releases live, all in one step, and ends their canaries. */
export async function makeLive(store: ReleaseStore, releases: readonly RegisteredRelease[], author: By): Promise<void> {
  await changeRegistry(store, (registry) => {
    for (const { name, contract } of releases) refuseOtherContract(registry, name, contract);
    return {
      ...registry,
      remotes: { ...registry.remotes, ...byName(releases, (release) => release) },
      live: { ...registry.live, ...byName(releases, () => act(author)) },
      canaries: without(
        registry.canaries,
        releases.map(({ name }) => name),
      ),
    };
  });
}

/** Uploads a remote's build as it is and makes it live, without tests: for `npm start` and `npm run dev`. */
export async function release(store: ReleaseStore, name: RemoteName): Promise<RegisteredRelease> {
  const author = currentAuthor();
  const published = await publish(store, name, author);
  await makeLive(store, [published], author);
  return published;
}

/** Whether the remote, as it is built now, was ever uploaded; another release may be live since. */
export const isReleased = async (store: ReleaseStore, name: RemoteName): Promise<boolean> =>
  (await readRelease(store, name, versionOf(buildOf(name)))) !== null;

/** Gives `release` to `percent` of the visitors; the others keep the live one. */
export async function startCanary(store: ReleaseStore, release: RegisteredRelease, percent: number, author: By): Promise<void> {
  if (!(percent > 0 && percent < 100)) throw new Error('a canary takes more than 0 and less than 100 percent');
  await changeRegistry(store, (registry) => {
    refuseOtherContract(registry, release.name, release.contract);
    if (!registry.remotes[release.name]) throw new Error(`${release.name} has no live release that the others could keep`);
    return { ...registry, canaries: { ...registry.canaries, [release.name]: { percent, release, since: act(author) } } };
  });
}

/** Makes the canary live for everybody. */
export async function promote(store: ReleaseStore, name: RemoteName, author: By): Promise<RegisteredRelease> {
  const release = (await readRegistry(store)).canaries?.[name]?.release;
  if (!release) throw new Error(`${name} has no canary`);
  await makeLive(store, [release], author);
  return release;
}

/**
 * The way back: to the given version; without one, away from the canary if there is one, else to the release that was uploaded
 * before the live one.
 */
export async function rollback(store: ReleaseStore, name: RemoteName, version: string | undefined, author: By): Promise<RegisteredRelease> {
  const { remotes, canaries } = await readRegistry(store);
  const live = remotes[name];
  if (!version && canaries?.[name] && live) {
    await changeRegistry(store, (registry) => ({ ...registry, canaries: without(registry.canaries, [name]) }));
    return live;
  }
  const known = await releasesOf(store, name);
  const wanted = version
    ? known.find((release) => release.version === version)
    : known[known.findIndex((release) => release.version === live?.version) - 1];
  if (!wanted)
    throw new Error(version ? `${name} has no release ${version}` : `${name} has no release before ${live?.version ?? 'the first'}`);
  await makeLive(store, [wanted], author);
  return wanted;
}

/** For how long the address of a preview works, in milliseconds. */
const PREVIEW_MS = 24 * 3_600_000;

/** Makes an address with which whoever has it sees `release`: the value of `?release=`. */
export async function startPreview(store: ReleaseStore, release: RegisteredRelease): Promise<string> {
  const secret = randomBytes(16).toString('hex');
  const now = Date.now();
  await changeRegistry(store, (registry) => {
    refuseOtherContract(registry, release.name, release.contract);
    const current = registry.previews?.filter(({ until }) => Date.parse(until) > now) ?? [];
    const added = { remote: release.name, release, digest: previewDigest(secret), until: new Date(now + PREVIEW_MS).toISOString() };
    return { ...registry, previews: [...current, added] };
  });
  return `${release.name}@${release.version}~${secret}`;
}

/**
 * Removes releases that were uploaded more than `days` ago and that nobody can be given any more; pages that were opened before
 * that reload themselves. Returns what was removed, or with `isRehearsal` what would be.
 */
export async function prune(store: ReleaseStore, days: number, isRehearsal: boolean): Promise<string[]> {
  const registry = await readRegistry(store);
  const inUse = new Set(
    [
      ...Object.values(registry.remotes),
      ...Object.values(registry.canaries ?? {}).map(({ release }) => release),
      ...(registry.previews ?? []).map(({ release }) => release),
    ].map(({ name, version }) => `${name}/${version}`),
  );
  const removed: string[] = [];
  for (const name of REMOTE_NAMES) {
    const known = await releasesOf(store, name);
    const before = known[known.findIndex(({ version }) => version === registry.remotes[name]?.version) - 1];
    for (const { version, releasedAt } of known) {
      const folder = `${name}/${version}`;
      const isOld = Date.parse(releasedAt) < Date.now() - days * 86_400_000;
      // The way back stays.
      if (!isOld || inUse.has(folder) || version === before?.version) continue;
      if (!isRehearsal) await store.removeFolder(folder);
      removed.push(folder);
    }
  }
  return removed;
}

const byName = <T>(releases: readonly RegisteredRelease[], fn: (release: RegisteredRelease) => T) =>
  Object.fromEntries(releases.map((release) => [release.name, fn(release)]));

const without = <T>(record: Readonly<Partial<Record<RemoteName, T>>> | undefined, names: readonly RemoteName[]) =>
  Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => !names.includes(name as RemoteName))) as Partial<
    Record<RemoteName, T>
  >;
