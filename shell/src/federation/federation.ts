import { createInstance, type ModuleFederation } from '@module-federation/enhanced/runtime';
import { getContainerName, type RemoteRelease } from '@site/shared/federation/remote.ts';
import { loadContainer } from './container-script.ts';
import { shareScope } from './shared-modules.ts';

/** Creates the federation runtime with these remotes. `limitMs`: longest wait for each entry. */
export const createFederation = (remotes: readonly RemoteRelease[], limitMs: number): ModuleFederation =>
  createInstance({
    name: 'shell',
    // The strategy `version-first` would load every remote before any code runs, so one unavailable remote would break the site.
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
            limitMs,
          ),
        beforeInitContainer: async (call) => ({ ...call, shareScope: shareScope as unknown as typeof call.shareScope }),
      },
    ],
  });
