import type { ModuleFederation } from '@module-federation/enhanced/runtime';
import {
  CONTRACT_VERSION,
  getContainerName,
  isContractCompatible,
  type RemoteName,
  type RemoteRelease,
  type RemoteRoutes,
} from '@site/shared/federation/remote.ts';
import type { BootData } from '../boot.ts';
import { loadContainer } from './container-script.ts';
import { RemoteFailure } from './remote-failure.ts';
import { shareScope } from './shared-modules.ts';
import { withinLimit } from './time-limit.ts';

export type RemoteLoader = {
  /** Returns the remote's routes. Throws `RemoteFailure`, and tries again at the next call. */
  readonly load: (name: RemoteName) => Promise<RemoteRoutes>;
  readonly isLoaded: (name: RemoteName) => boolean;
};

/** Longest wait for a remote, in milliseconds. */
const REMOTE_LIMIT_MS = 3_000;

/** Returns whether the server rendered pages or slots of the remote into this page. */
const isOnPage = ({ rendered, slots }: Pick<BootData, 'rendered' | 'slots'>, name: RemoteName): boolean =>
  rendered === name || Object.keys(slots).some((slot) => slot.startsWith(`${name}/`));

/**
 * Creates a loader for the live releases of remotes. A failure affects only its remote, until the next attempt. Remotes that the server
 * rendered are loaded with the plain container protocol. The federation runtime is not needed for the first interaction, and loads the
 * remotes that the visitor navigates to.
 */
export function createRemoteLoader(boot: Pick<BootData, 'releases' | 'rendered' | 'slots'>): RemoteLoader {
  const { releases } = boot;
  const loading = new Map<RemoteName, Promise<RemoteRoutes>>();
  const loaded = new Set<RemoteName>();

  async function takeContainer({ name, entry, integrity }: RemoteRelease): Promise<RemoteRoutes> {
    const container = await loadContainer(entry, getContainerName(name), integrity ?? '', REMOTE_LIMIT_MS);
    await container.init(shareScope as unknown as Parameters<typeof container.init>[0]);
    const routes: () => unknown = await container.get('./routes');
    return routes() as RemoteRoutes;
  }

  let runtime: Promise<ModuleFederation> | null = null;
  async function loadByRuntime(name: RemoteName): Promise<RemoteRoutes | null> {
    runtime ??= import(/* webpackChunkName: "late" */ './federation.ts').then(({ createFederation }) =>
      createFederation(Object.values(releases), REMOTE_LIMIT_MS),
    );
    runtime.catch(() => {
      runtime = null;
    });
    return await (await runtime).loadRemote<RemoteRoutes>(`${getContainerName(name)}/routes`);
  }

  async function loadNow(name: RemoteName): Promise<RemoteRoutes> {
    const release = releases[name];
    if (!release) throw new RemoteFailure(name, 'unknown');
    if (!isContractCompatible(release.contract, CONTRACT_VERSION)) throw new RemoteFailure(name, 'contract');
    try {
      const module = await withinLimit(REMOTE_LIMIT_MS, isOnPage(boot, name) ? takeContainer(release) : loadByRuntime(name));
      if (!module) throw new Error(`${name} exposes no routes`);
      loaded.add(name);
      return module;
    } catch (cause) {
      throw new RemoteFailure(name, 'code', { cause });
    }
  }

  return {
    isLoaded: (name) => loaded.has(name),
    load: (name) => {
      const known = loading.get(name) ?? loadNow(name);
      loading.set(name, known);
      known.catch(() => loading.delete(name));
      return known;
    },
  };
}
