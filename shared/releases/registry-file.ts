import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import type { KeptRegistry, RegisteredRelease, RunningHost } from '../src/federation/registry.ts';
import type { RemoteName } from '../src/federation/remote.ts';
import { VERSION } from './names.ts';
import { RegistrySchema, ReleaseSchema } from './record.ts';
import type { CheckedStore, SigningStore } from './release-store.ts';
import { NotTrusted, type PublicKeys, seal, unseal } from './signing.ts';
import type { ReleaseStore } from './store.ts';

/** The registry, signed by the releaser. */
export const REGISTRY = 'registry.dsse.json';
/** A release's signed record, which is written last. */
const RECORD = 'release.dsse.json';
/** Facts about the running shell. Not signed; only the releaser reads them. */
const HOST = 'host.json';

const LARGEST_RECORD = 2 * 1024 * 1024;
export const LARGEST_REGISTRY = 8 * 1024 * 1024;

/** The registry before the first release. */
export const NOTHING_RELEASED: KeptRegistry = { serial: 0, remotes: {}, history: {} };

/** Most attempts to write a change while other processes change the registry at the same time. */
const ATTEMPTS = 50;

/** Returns the digest of a preview's secret, which the registry stores instead of the secret. */
export const previewDigest = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Parses the registry. Throws `NotTrusted` if no trusted key signed it. */
export function registryIn(bytes: Uint8Array, trusted: PublicKeys): KeptRegistry {
  return checked(RegistrySchema, unseal('registry', bytes, trusted, REGISTRY).value, REGISTRY);
}

function checked<T>(schema: v.GenericSchema<unknown, T>, value: unknown, what: string): T {
  const result = v.safeParse(schema, value);
  if (!result.success) throw new NotTrusted(`${what} is not in the form of this version`);
  return result.output;
}

/** Reads the registry from the store. Throws `NotTrusted` if no trusted key signed it. */
export async function readRegistry(store: CheckedStore): Promise<KeptRegistry> {
  const file = await store.read(REGISTRY, LARGEST_REGISTRY);
  return file ? registryIn(file.bytes, store.trusted) : NOTHING_RELEASED;
}

/**
 * Changes the registry in one step. `change` runs again if another release changed the registry meanwhile; if it throws, nothing changes.
 * Throws `NotTrusted` for a registry that is not signed with a trusted key, so that nothing of it gets our signature.
 */
export async function changeRegistry(
  store: SigningStore,
  change: (registry: KeptRegistry) => KeptRegistry | Promise<KeptRegistry>,
): Promise<KeptRegistry> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const file = await store.read(REGISTRY, LARGEST_REGISTRY);
    const known = file ? registryIn(file.bytes, store.trusted) : NOTHING_RELEASED;
    // Serials follow the clock, so the serials of a new store are higher than the last one that shells saw in the old store.
    const changed = { ...(await change(known)), serial: Math.max(Date.now(), known.serial + 1) };
    if (await store.replace(REGISTRY, seal('registry', changed, store.signingKey), file?.tag ?? null)) return changed;
    await setTimeout(Math.random() * 200);
  }
  throw new Error(`${store.address}/${REGISTRY} kept changing during every attempt to write it`);
}

const HostSchema = v.object({ contract: v.string(), version: v.string(), keys: v.array(v.string()), startedAt: v.string() });

/** Returns the shell that started last; null before the first, or if its file cannot be read. */
export async function readHost(store: ReleaseStore): Promise<RunningHost | null> {
  const file = await store.read(HOST, LARGEST_RECORD);
  if (!file) return null;
  try {
    return v.parse(HostSchema, JSON.parse(Buffer.from(file.bytes).toString('utf8')));
  } catch {
    return null;
  }
}

/** Writes the contract that this shell speaks and the keys that it trusts. Does nothing if the file already says the same. */
export async function announceHost(store: ReleaseStore, host: Omit<RunningHost, 'startedAt'>): Promise<void> {
  const known = await readHost(store);
  if (known && JSON.stringify({ ...host, startedAt: known.startedAt }) === JSON.stringify(known)) return;
  await store.write(HOST, Buffer.from(`${JSON.stringify({ ...host, startedAt: new Date().toISOString() }, null, 1)}\n`));
}

const recordPath = (name: RemoteName, version: string): string => `${name}/${version}/${RECORD}`;

/** Returns a release's own record with the id of the key that signed it; null while the release is incomplete. Throws `NotTrusted`. */
export async function readSigned(
  store: CheckedStore,
  name: RemoteName,
  version: string,
): Promise<{ release: RegisteredRelease; keyId: string } | null> {
  if (!VERSION.test(version)) return null;
  const path = recordPath(name, version);
  const file = await store.read(path, LARGEST_RECORD);
  if (!file) return null;
  const { value, keyId } = unseal('release', file.bytes, store.trusted, path);
  const release = checked(ReleaseSchema, value, path);
  if (release.name !== name || release.version !== version) throw new NotTrusted(`${path} is the record of another release`);
  return { release, keyId };
}

/** Returns a release's own record, or null while the release is incomplete. Throws `NotTrusted`. */
export const readRelease = async (store: CheckedStore, name: RemoteName, version: string): Promise<RegisteredRelease | null> =>
  (await readSigned(store, name, version))?.release ?? null;

export const writeRelease = async (store: SigningStore, release: RegisteredRelease): Promise<void> =>
  await store.write(recordPath(release.name, release.version), seal('release', release, store.signingKey));

/** Returns all complete releases of a remote, oldest first. Calls `onRefused` for those that cannot be trusted. */
export async function releasesOf(
  store: CheckedStore,
  name: RemoteName,
  onRefused: (problem: NotTrusted) => void = () => undefined,
): Promise<RegisteredRelease[]> {
  const read = async (version: string) => {
    try {
      return await readRelease(store, name, version);
    } catch (error) {
      if (!(error instanceof NotTrusted)) throw error;
      onRefused(error);
      return null;
    }
  };
  const releases = await Promise.all((await store.list(name)).map(read));
  return releases.filter((release) => release !== null).sort((a, b) => a.releasedAt.localeCompare(b.releasedAt));
}
