import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { RegisteredRelease, ReleaseRegistry } from '../src/federation/registry.ts';
import type { RemoteName } from '../src/federation/remote.ts';
import type { ReleaseStore } from './release-store.ts';

export const REGISTRY = 'registry.json';

/** What a registry is before the first release. */
export const NOTHING_RELEASED: ReleaseRegistry = { remotes: {} };

/** As often a change is tried when others change the registry at the same time. */
const ATTEMPTS = 50;

/** What the registry keeps of a preview's secret. */
export const previewDigest = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const parseJson = <T>(bytes: Uint8Array): T => JSON.parse(Buffer.from(bytes).toString('utf8'));
export const toJson = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

export async function readRegistry(store: ReleaseStore): Promise<ReleaseRegistry> {
  const file = await store.read(REGISTRY);
  return file ? parseJson(file.bytes) : NOTHING_RELEASED;
}

/**
 * Switches the registry in one step. `change` may be called again, with what somebody else made of it meanwhile; when it throws,
 * nothing changes.
 */
export async function changeRegistry(
  store: ReleaseStore,
  change: (registry: ReleaseRegistry) => ReleaseRegistry,
): Promise<ReleaseRegistry> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const file = await store.read(REGISTRY);
    const changed = change(file ? parseJson(file.bytes) : NOTHING_RELEASED);
    if (await store.replace(REGISTRY, toJson(changed), file?.tag ?? null)) return changed;
    await setTimeout(Math.random() * 200);
  }
  throw new Error(`${store.address}/${REGISTRY} is changed by others all the time`);
}

/** The shell says what it speaks. Changes nothing when that is known already. */
export async function announceHost(store: ReleaseStore, host: { contract: string; version: string }): Promise<void> {
  const { host: known } = await readRegistry(store);
  if (known?.contract === host.contract && known.version === host.version) return;
  await changeRegistry(store, (registry) => ({ ...registry, host: { ...host, startedAt: new Date().toISOString() } }));
}

const recordPath = (name: RemoteName, version: string): string => `${name}/${version}/release.json`;

/** A release's own record, which is written last: null while it is not whole. */
export async function readRelease(store: ReleaseStore, name: RemoteName, version: string): Promise<RegisteredRelease | null> {
  const file = await store.read(recordPath(name, version));
  const release: RegisteredRelease | null = file && parseJson(file.bytes);
  // Records of the first format do not name their files.
  return release && 'files' in release ? release : null;
}

export const writeRelease = async (store: ReleaseStore, release: RegisteredRelease): Promise<void> =>
  await store.write(recordPath(release.name, release.version), toJson(release));

/** All whole releases of a remote, oldest first. */
export async function releasesOf(store: ReleaseStore, name: RemoteName): Promise<RegisteredRelease[]> {
  const versions = await store.list(name);
  const releases = await Promise.all(versions.map((version) => readRelease(store, name, version)));
  return releases.filter((release) => release !== null).sort((a, b) => a.releasedAt.localeCompare(b.releasedAt));
}
