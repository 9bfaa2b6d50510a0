import { createInstance } from '@module-federation/enhanced/runtime';
import {
  CONTRACT_VERSION,
  getContainerName,
  isContractCompatible,
  type RemoteName,
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

/** Loads remotes by their releases. A failure costs only that remote, and only until the next try. */
export function createRemoteLoader(releases: BootData['releases']): RemoteLoader {
  const remotes = Object.values(releases);
  const federation = createInstance({
    name: 'shell',
    // `version-first` would ask every remote before anything runs: one that is down would take the site with it.
    shareStrategy: 'loaded-first',
    remotes: remotes.map(({ name, entry }) => ({
      name: getContainerName(name),
      entry,
      type: 'global',
      entryGlobalName: getContainerName(name),
    })),
    plugins: [
      {
        name: 'site-remotes',
        loadEntry: ({ remoteInfo: { entry, entryGlobalName } }) =>
          loadContainer(
            entry,
            entryGlobalName,
            remotes.find((remote) => getContainerName(remote.name) === entryGlobalName)?.integrity ?? '',
            REMOTE_LIMIT_MS,
          ),
        beforeInitContainer: async (call) => ({ ...call, shareScope: shareScope as unknown as typeof call.shareScope }),
      },
    ],
  });
  const loading = new Map<RemoteName, Promise<RemoteRoutes>>();
  const loaded = new Set<RemoteName>();

  async function loadNow(name: RemoteName): Promise<RemoteRoutes> {
    const release = releases[name];
    if (!release) throw new RemoteFailure(name, 'unknown');
    if (!isContractCompatible(release.contract, CONTRACT_VERSION)) throw new RemoteFailure(name, 'contract');
    try {
      const module = await withinLimit(REMOTE_LIMIT_MS, federation.loadRemote<RemoteRoutes>(`${getContainerName(name)}/routes`));
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
