import type { RegisteredRelease, ReleaseRegistry } from '@site/shared/federation/registry.ts';
import { NOTHING_RELEASED, parseJson, REGISTRY } from '@site/shared/releases/registry-file.ts';
import type { ReleaseStore } from '@site/shared/releases/release-store.ts';

type Watch = {
  store: ReleaseStore;
  /** How often it is looked at, in milliseconds. */
  everyMs: number;
  /** Brings what a release needs to this machine, before the first visitor asks for it. */
  prepare: (release: RegisteredRelease) => Promise<unknown>;
  onError: (error: unknown) => void;
};

/** New releases wait this long for their files at most; then whoever asks for them is told that the area is unavailable. */
const PREPARE_LIMIT_MS = 15_000;

/**
 * The registry of a store, read again whenever it changed. One that cannot be read leaves the last one that could; before the
 * first one no remote is available.
 */
export async function watchRegistry({ store, everyMs, prepare, onError }: Watch): Promise<() => ReleaseRegistry> {
  let registry = NOTHING_RELEASED;
  let tag = '';

  async function look(): Promise<void> {
    const file = await store.readNewer(REGISTRY, tag);
    if (!file) return;
    const read: ReleaseRegistry = parseJson(file.bytes);
    const releases = [...Object.values(read.remotes), ...Object.values(read.canaries ?? {}).map(({ release }) => release)];
    const prepared = Promise.all(releases.map((release) => prepare(release).catch(onError)));
    await Promise.race([prepared, new Promise((resolve) => setTimeout(resolve, PREPARE_LIMIT_MS).unref())]);
    registry = read;
    tag = file.tag;
  }

  const lookAgain = (): void => {
    setTimeout(() => void look().catch(onError).finally(lookAgain), everyMs).unref();
  };
  await look().catch(onError);
  lookAgain();
  return () => registry;
}
