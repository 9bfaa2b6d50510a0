import { randomBytes } from 'node:crypto';
import type { Act, KeptRegistry, LiveAct, RegisteredRelease, RunningHost } from '../src/federation/registry.ts';
import { isContractCompatible, REMOTE_NAMES, type RemoteName } from '../src/federation/remote.ts';
import type { Author } from './author.ts';
import { currentAuthor } from './author.ts';
import { publish } from './publish.ts';
import { changeRegistry, previewDigest, readHost, readRegistry, readRelease, releasesOf } from './registry-file.ts';
import type { CheckedStore, SigningStore } from './release-store.ts';

type By = Pick<Author, 'by'>;

const act = ({ by }: By): Act => ({ by, at: new Date().toISOString() });

/** The number of entries that the history of each remote keeps. */
const KEPT_ACTS = 100;

/**
 * Throws if the running shell does not speak the contract that a remote was built for, or does not trust this key. Never throws before the
 * first shell has started.
 */
export function refuseUnfit(host: RunningHost | null, name: RemoteName, contract: string, keyId: string): void {
  if (!host) return;
  if (!host.keys.includes(keyId))
    throw new Error(
      `The running shell (since ${host.startedAt}) does not trust your key ${keyId}. Nothing was changed: ` +
        'first add the public key that `npm run release-key` prints to its RELEASE_PUBLIC_KEYS.',
    );
  if (isContractCompatible(contract, host.contract)) return;
  throw new Error(
    `${name} is built for contract ${contract}, but the running shell speaks contract ${host.contract} (since ${host.startedAt}). ` +
      'Nothing was changed: deploy the shell first, or release a remote that was built for the shell’s contract.',
  );
}

async function refuseUnfitOnes(store: SigningStore, releases: readonly RegisteredRelease[]): Promise<void> {
  const host = await readHost(store);
  for (const { name, contract } of releases) refuseUnfit(host, name, contract, store.signingKey.id);
}

/** Makes uploaded releases live, all in one step. */
export async function makeLive(store: SigningStore, releases: readonly RegisteredRelease[], author: By): Promise<void> {
  await refuseUnfitOnes(store, releases);
  await changeRegistry(store, (registry) =>
    withLive(registry, releases, (known, { version }) => wentLive(known, version, 'release', author)),
  );
}

type Change = (history: readonly LiveAct[], release: RegisteredRelease) => readonly LiveAct[];

const withLive = (registry: KeptRegistry, releases: readonly RegisteredRelease[], change: Change): KeptRegistry => ({
  ...registry,
  remotes: { ...registry.remotes, ...byName(releases, (release) => release) },
  history: { ...registry.history, ...byName(releases, (release) => change(registry.history[release.name] ?? [], release)) },
});

/** Returns the history with one more entry, or unchanged if the version is live already. */
function wentLive(history: readonly LiveAct[], version: string, action: LiveAct['action'], author: By): readonly LiveAct[] {
  if (history.findLast(({ takenBack }) => !takenBack)?.version === version) return history;
  return [...history, { version, action, ...act(author) }].slice(-KEPT_ACTS);
}

/** Returns the act by which `version` last went live; undefined if a rollback took that act back. */
function standingAct(history: readonly LiveAct[], version: string): LiveAct | undefined {
  const last = history.findLast((known) => known.version === version);
  return last?.takenBack ? undefined : last;
}

/** Returns the moments at which `version` stopped being live, in milliseconds. */
const endsOf = (history: readonly LiveAct[], version: string): number[] =>
  history.flatMap((known, place) => {
    const end = known.takenBack ?? history.slice(place + 1).find(({ takenBack }) => !takenBack);
    return known.version === version && end ? [Date.parse(end.at)] : [];
  });

/** Returns the last version before the live one that was never taken back: the target of a rollback. */
export function versionBefore(history: readonly LiveAct[]): string | undefined {
  const live = history.findLast(({ takenBack }) => !takenBack)?.version;
  return history.findLast(({ version }) => version !== live && standingAct(history, version))?.version;
}

/**
 * Returns the history after a rollback to `version`: everything that went live after it is taken back. A version that is not in the history
 * goes live like a release.
 */
function wentBack(history: readonly LiveAct[], version: string, author: By): readonly LiveAct[] {
  const target = standingAct(history, version);
  if (!target) return wentLive(history, version, 'rollback', author);
  const after = history.indexOf(target) + 1;
  return history.map((known, place) => (place < after || known.takenBack ? known : { ...known, takenBack: act(author) }));
}

/** Uploads a remote's build as it is and makes it live, without tests: for `npm start` and `npm run dev`. */
export async function release(store: SigningStore, name: RemoteName): Promise<RegisteredRelease> {
  const author = currentAuthor();
  const published = await publish(store, name, author);
  await makeLive(store, [published], author);
  return published;
}

/**
 * Returns whether a build goes live when a site starts with it. A build does not go live if it is live already, if it was rolled back, if
 * the live version is the result of a rollback, or if the build was only uploaded, for example for a preview.
 */
export async function goesLive(store: CheckedStore, name: RemoteName, version: string): Promise<boolean> {
  const { remotes, history } = await readRegistry(store);
  const live = remotes[name]?.version;
  if (live === undefined || live === version) return live === undefined;
  const acts = history[name] ?? [];
  if (acts.findLast(({ takenBack }) => !takenBack)?.action === 'rollback') return false;
  return standingAct(acts, version) !== undefined || (await readRelease(store, name, version)) === null;
}

/**
 * Rolls back to the given version, or else to the version before the live one. Without a version, releases that were taken back or only
 * previewed are skipped.
 */
export async function rollback(store: SigningStore, name: RemoteName, version: string | undefined, author: By): Promise<RegisteredRelease> {
  const host = await readHost(store);
  let from: string | undefined;
  const { remotes } = await changeRegistry(store, async (registry) => {
    const live = registry.remotes[name];
    from ??= live?.version;
    if (from !== live?.version)
      throw new Error(`Another releaser switched ${name} in the meantime. Nothing was changed: check \`npm run releases\` first.`);
    const wanted = version ?? versionBefore(registry.history[name] ?? []);
    if (!wanted) throw new Error(`${name} has no earlier live release than ${live?.version ?? 'the first one'} to roll back to`);
    const release = await readRelease(store, name, wanted);
    if (!release)
      throw new Error(`${name} has no release ${wanted}${version ? '' : ', which was live before: it was removed. Name another release'}`);
    refuseUnfit(host, name, release.contract, store.signingKey.id);
    return withLive(registry, [release], (known) => wentBack(known, wanted, author));
  });
  return remotes[name] as RegisteredRelease;
}

/** How long a preview's URL works, in milliseconds. */
const PREVIEW_MS = 24 * 3_600_000;

/** Creates an address that shows `release` to everyone who has it. Returns the value of `?release=`. */
export async function startPreview(store: SigningStore, release: RegisteredRelease): Promise<string> {
  const secret = randomBytes(16).toString('hex');
  const now = Date.now();
  await refuseUnfitOnes(store, [release]);
  await changeRegistry(store, (registry) => {
    const current = registry.previews?.filter(({ until }) => Date.parse(until) > now) ?? [];
    const added = { remote: release.name, release, digest: previewDigest(secret), until: new Date(now + PREVIEW_MS).toISOString() };
    return { ...registry, previews: [...current, added] };
  });
  return `${release.name}@${release.version}~${secret}`;
}

/**
 * Removes releases that were last uploaded or live more than `days` ago and that can no longer be served; pages opened before then reload
 * themselves. Keeps each remote's target of a rollback. Returns the removed releases, or with `isRehearsal` those that would be removed.
 */
export async function prune(store: CheckedStore, days: number, isRehearsal: boolean): Promise<string[]> {
  const registry = await readRegistry(store);
  const inUse = new Set(
    [...Object.values(registry.remotes), ...(registry.previews ?? []).map(({ release }) => release)].map(
      ({ name, version }) => `${name}/${version}`,
    ),
  );
  const removed: string[] = [];
  for (const name of REMOTE_NAMES) {
    const history = registry.history[name] ?? [];
    const before = versionBefore(history);
    for (const { version, releasedAt } of await releasesOf(store, name)) {
      const folder = `${name}/${version}`;
      const isOld = Math.max(Date.parse(releasedAt), ...endsOf(history, version)) < Date.now() - days * 86_400_000;
      if (!isOld || inUse.has(folder) || version === before) continue;
      if (!isRehearsal) await store.removeFolder(folder);
      removed.push(folder);
    }
  }
  return removed;
}

const byName = <T>(releases: readonly RegisteredRelease[], fn: (release: RegisteredRelease) => T) =>
  Object.fromEntries(releases.map((release) => [release.name, fn(release)]));
