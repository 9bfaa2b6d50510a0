import { REMOTE_NAMES } from '@site/shared/federation/remote.ts';
import { type Check, createReadiness, type Readiness } from '@site/shared/readiness/readiness.ts';
import { LARGEST_REGISTRY, REGISTRY } from '@site/shared/releases/registry-file.ts';
import type { ReleaseStore } from '@site/shared/releases/store.ts';
import type { Logger } from 'pino';
import type { Renderer } from '../src/server/render.tsx';
import type { LocalReleases } from './local-releases.ts';
import type { WatchedRegistry } from './registry.ts';

type ReadinessOptions = {
  apiUrl: string;
  store: ReleaseStore;
  log: Logger;
  renderer: Pick<Renderer, 'load'>;
  releases: Pick<LocalReleases, 'serverEntryOf'>;
  registry: WatchedRegistry;
};

/** The release store is checked rarely, because each call to a bucket costs money. In milliseconds. */
const STORE_KEEP_MS = 10_000;

/** Returns the status that the API reports; null while it accepts no requests. */
async function statusOf(apiUrl: string): Promise<Readiness['status'] | null> {
  const answer = await fetch(`${apiUrl}/readyz`);
  const { status }: Readiness = await answer.json();
  return answer.ok ? status : null;
}

/**
 * Returns the readiness check of this instance. If it never reached the API or the release store, it is unavailable: its configuration must
 * be wrong. If they fail later, or a remote fails, pages show what is missing and the rest of the site works.
 */
export function readinessOf({ apiUrl, store, log, renderer, releases, registry }: ReadinessOptions): () => Promise<Readiness> {
  const remote = (name: (typeof REMOTE_NAMES)[number]): Check => ({
    name,
    ask: async () => {
      const release = registry.current().remotes[name];
      if (!release) return false;
      // This call is first because its error names the file that is not trusted. The renderer's error would only say that the code is
      // missing.
      await releases.serverEntryOf(release);
      await renderer.load(release);
      return true;
    },
  });
  // Both checks of the API share one request, which the first check sends.
  let asked: Promise<Readiness['status'] | null> = Promise.resolve(null);
  return createReadiness(
    [
      {
        name: 'api',
        isNeededToBegin: true,
        ask: async () => {
          asked = statusOf(apiUrl).catch(() => null);
          return (await asked) !== null;
        },
      },
      // The public answer does not name the API's service that fails. The API's log and `npm run doctor` name it.
      { name: 'services', ask: () => asked.then((status) => status && status !== 'degraded') },
      {
        name: 'releases',
        isNeededToBegin: true,
        keepMs: STORE_KEEP_MS,
        ask: async () => {
          const problem = registry.problem();
          if (problem) throw problem;
          return (await store.readNewer(REGISTRY, '', LARGEST_REGISTRY)) !== null;
        },
      },
      ...REMOTE_NAMES.map(remote),
    ],
    {
      clock: Date.now,
      onChange: (check, ok, reason) =>
        ok === false ? log.warn({ check, reason }, 'not available') : log.info({ check, ok }, 'available again'),
    },
  );
}
