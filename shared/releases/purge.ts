import { setTimeout as sleep } from 'node:timers/promises';
import { type Cdn, createCdn, PAGES_TAG } from '../src/cdn/cdn.ts';

export type CdnSettings = { readonly PURGE_URL?: string | undefined; readonly PURGE_TOKEN?: string | undefined };

/**
 * Times of the two purges after a switch, in milliseconds. Shell servers see a switch within 5 seconds, or within 20 if they must fetch its
 * files. The second purge removes pages that a server rendered in between.
 */
const MOMENTS_MS = [5_000, 20_000] as const;
const ATTEMPTS = 4;
const BETWEEN_ATTEMPTS_MS = 2_000;

type Wait = (ms: number) => Promise<unknown>;

/** Opens the cache in front of the site; null if none is configured. Throws a sentence that names the missing setting. */
export function openCdn({ PURGE_URL: url, PURGE_TOKEN: token }: CdnSettings): Cdn | null {
  if (!url !== !token) throw new Error('set both PURGE_URL and PURGE_TOKEN, or neither');
  return url && token ? createCdn(url, token) : null;
}

/** Purges all pages. Rejects with the cache's last answer if no attempt was confirmed. */
export async function purgePages(cdn: Cdn, wait: Wait = sleep): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await cdn.purge([PAGES_TAG]);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await wait(attempt * BETWEEN_ATTEMPTS_MS);
    }
  }
}

/** Purges all pages that were rendered before a switch of the registry that has just happened. */
export async function purgeOldPages(cdn: Cdn, wait: Wait = sleep): Promise<void> {
  let waitedMs = 0;
  for (const moment of MOMENTS_MS) {
    await wait(moment - waitedMs);
    waitedMs = moment;
    await purgePages(cdn, wait);
  }
}
