import type { KeptRegistry, RegisteredRelease } from '@site/shared/federation/registry.ts';
import { LARGEST_REGISTRY, NOTHING_RELEASED, REGISTRY, registryIn } from '@site/shared/releases/registry-file.ts';
import type { CheckedStore } from '@site/shared/releases/release-store.ts';
import { NotTrusted } from '@site/shared/releases/signing.ts';

type Watch = {
  store: CheckedStore;
  /** Interval between checks, in milliseconds. */
  everyMs: number;
  /** Copies a release to this machine before the first visitor requests it. */
  prepare: (release: RegisteredRelease) => Promise<unknown>;
  onError: (error: unknown) => void;
};

export type WatchedRegistry = {
  readonly current: () => KeptRegistry;
  /** Returns why the store's current registry is rejected; null while it is accepted. */
  readonly problem: () => NotTrusted | null;
};

/**
 * How long a new release waits until its files are copied, in milliseconds. After that it goes live anyway, and visitors see its area as
 * unavailable.
 */
const PREPARE_LIMIT_MS = 15_000;

/**
 * Watches the registry of a store and reads it again whenever it changes. A registry that cannot be read, is not signed with a trusted key,
 * or is older than the current one is ignored. Until the first valid registry arrives, no remote is available.
 */
export async function watchRegistry({ store, everyMs, prepare, onError }: Watch): Promise<WatchedRegistry> {
  let registry = NOTHING_RELEASED;
  let problem: NotTrusted | null = null;
  let tag = '';

  function taken(bytes: Uint8Array): KeptRegistry {
    const read = registryIn(bytes, store.trusted);
    if (read.serial < registry.serial) throw new NotTrusted(`${REGISTRY} is older than the one before it`);
    return read;
  }

  async function look(): Promise<void> {
    const file = await store.readNewer(REGISTRY, tag, LARGEST_REGISTRY);
    if (!file) return;
    let read: KeptRegistry;
    try {
      read = taken(file.bytes);
    } catch (error) {
      // The tag of the rejected registry is stored, so that the problem is reported only once.
      tag = file.tag;
      if (error instanceof NotTrusted) problem = error;
      throw error;
    }
    const prepared = Promise.all(Object.values(read.remotes).map((release) => prepare(release).catch(onError)));
    await Promise.race([prepared, new Promise((resolve) => setTimeout(resolve, PREPARE_LIMIT_MS).unref())]);
    registry = read;
    problem = null;
    tag = file.tag;
  }

  const lookAgain = (): void => {
    setTimeout(() => void look().catch(onError).finally(lookAgain), everyMs).unref();
  };
  await look().catch(onError);
  lookAgain();
  return { current: () => registry, problem: () => problem };
}
