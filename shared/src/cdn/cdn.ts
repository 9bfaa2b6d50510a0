import { getTelemetry } from '../process/telemetry.ts';

const TIMEOUT_MS = 10_000;

/** What every page is tagged with that caches before the site may keep: each names the live releases, also of other areas. */
export const PAGES_TAG = 'pages';

export type Cdn = {
  /** Has every page and answer with one of `tags` forgotten. Throws when the cache does not say that it did. */
  purge: (tags: readonly string[]) => Promise<void>;
};

/** The cache before the site, told in the words of Cloudflare's purge by tag; for another one `url` is a few lines that translate. */
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
