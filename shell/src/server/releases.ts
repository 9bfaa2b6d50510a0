import type { RegisteredRelease } from '@site/shared/federation/registry.ts';
import { CONTRACT_VERSION, isContractCompatible, type RemoteName, type RemoteRoutes } from '@site/shared/federation/remote.ts';
import { RemoteFailure } from '../federation/remote-failure.ts';
import { shareScope } from '../federation/shared-modules.ts';
import { withinLimit } from '../federation/time-limit.ts';
import { resolvePages } from '../router/resolve-pages.ts';

type Container = { init(scope: unknown): unknown; get(module: './routes'): Promise<() => RemoteRoutes> };

/** Longest wait for a remote's server code, in milliseconds. */
const LOAD_LIMIT_MS = 3_000;
/**
 * Wait before the same release is tried again after a failure, in milliseconds. Each attempt costs memory, because Node keeps failed
 * modules.
 */
const RETRY_AFTER_MS = 5_000;

/**
 * Returns a function that loads the code of a release, with all its pages, into this process. It loads each release once, and several
 * releases of a remote can be loaded at the same time. It throws `RemoteFailure`.
 */
export function createReleaseLoader(
  serverEntryOf: (release: RegisteredRelease) => Promise<string>,
): (release: RegisteredRelease) => Promise<RemoteRoutes> {
  const loaded = new Map<string, Promise<RemoteRoutes>>();
  const failed = new Map<string, { attempts: number; at: number }>();

  async function loadNow(release: RegisteredRelease, attempt: number): Promise<RemoteRoutes> {
    if (!isContractCompatible(release.contract, CONTRACT_VERSION)) throw new RemoteFailure(release.name, 'contract');
    const url = new URL(await serverEntryOf(release));
    // Node's module cache keeps failures, so each retry needs another URL.
    if (attempt) url.searchParams.set('attempt', String(attempt));
    const container = (await import(/* webpackIgnore: true */ url.href)) as Container;
    await container.init(shareScope);
    const { routes, slots = {} } = (await container.get('./routes'))();
    return { routes: await resolvePages(routes), slots };
  }

  return async (release) => {
    const key = `${release.name}@${release.version}`;
    const failure = failed.get(key);
    if (failure && Date.now() - failure.at < RETRY_AFTER_MS) throw new RemoteFailure(release.name, 'code');
    const remote = loaded.get(key) ?? withinLimit(LOAD_LIMIT_MS, loadNow(release, failure?.attempts ?? 0));
    loaded.set(key, remote);
    try {
      return await remote;
    } catch (cause) {
      loaded.delete(key);
      failed.set(key, { attempts: (failure?.attempts ?? 0) + 1, at: Date.now() });
      throw cause instanceof RemoteFailure ? cause : new RemoteFailure(release.name, 'code', { cause });
    }
  };
}

/** Returns the public data of each release for the page. */
export const publicReleases = (releases: Partial<Record<RemoteName, RegisteredRelease>>) =>
  Object.fromEntries(
    Object.values(releases).map(({ name, version, contract, entry, integrity }) => [name, { name, version, contract, entry, integrity }]),
  );

/** Returns the digest of a released file by its site path; empty for the shell's own files. */
export function releasedIntegrity(href: string, releases: Partial<Record<RemoteName, RegisteredRelease>>): string {
  const [, , name, , file] = href.split('/');
  return Object.values(releases).find((release) => release.name === name)?.files[`client/${file}`]?.integrity ?? '';
}
