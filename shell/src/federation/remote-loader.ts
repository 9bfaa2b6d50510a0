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
  /** The remote's routes. Throws `RemoteFailure`; the next call tries again. */
  readonly load: (name: RemoteName) => Promise<RemoteRoutes>;
  readonly isLoaded: (name: RemoteName) => boolean;
};

/** Longest wait for a remote, in milliseconds. */
const REMOTE_LIMIT_MS = 3_000;

/** Whether the page came with pages or parts of the remote. */
const isOnPage = ({ rendered, slots }: Pick<BootData, 'rendered' | 'slots'>, name: RemoteName): boolean =>
  rendered === name || Object.keys(slots).some((slot) => slot.startsWith(`${name}/`));

/**
 * Loads remotes by their releases. A failure costs only that remote, and only until the next try. What the page came with is taken as the
 * server takes it, by the container protocol; the federation runtime, of which no first press has need, takes what the visitor goes on to.
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
