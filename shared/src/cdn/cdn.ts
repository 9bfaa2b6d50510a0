import { getTelemetry } from '../process/telemetry.ts';

const TIMEOUT_MS = 10_000;

/**
 * Tag of every page that caches in front of the site may store. Each page refers to the live releases of all remotes, so a release purges
 * them all.
 */
export const PAGES_TAG = 'pages';

export type Cdn = {
  /** Purges every page and answer with one of `tags`. Throws if the cache does not confirm it. */
  purge: (tags: readonly string[]) => Promise<void>;
};

/**
 * Connects to the cache in front of the site with Cloudflare's purge-by-tag API. For another cache, put a small service that translates at
 * `url`.
 */
export const createCdn = (url: string, token: string): Cdn => ({
  purge: async (tags) => {
    const answer = await getTelemetry().call('cdn', 'purge', () =>
      fetch(url, {
        method: 'POST',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ tags }),
      }),
    );
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the cache answered ${answer.status}`);
  },
});
