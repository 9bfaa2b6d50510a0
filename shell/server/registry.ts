import type { KeptRegistry, RegisteredRelease } from '@site/shared/federation/registry.ts';
import { LARGEST_REGISTRY, NOTHING_RELEASED, REGISTRY, registryIn } from '@site/shared/releases/registry-file.ts';
import type { CheckedStore } from '@site/shared/releases/release-store.ts';
import { NotTrusted } from '@site/shared/releases/signing.ts';

type Watch = {
  store: CheckedStore;
  /** How often it is looked at, in milliseconds. */
  everyMs: number;
  /** Brings what a release needs to this machine, before the first visitor asks for it. */
  prepare: (release: RegisteredRelease) => Promise<unknown>;
  onError: (error: unknown) => void;
};

export type WatchedRegistry = {
  readonly current: () => KeptRegistry;
  /** Why the registry that is in the store now is not taken; null while it is. */
  readonly problem: () => NotTrusted | null;
};

/** New releases wait this long for their files at most; then visitors are told that the area is unavailable. */
const PREPARE_LIMIT_MS = 15_000;

/**
 * The registry of a store, read again whenever it changed. One that cannot be read, is not signed by whom this process trusts, or is
 * older than the one before leaves the last one that was taken; before the first one no remote is available.
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
      // Told once, not with every look.
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
