import type { SiteInfo } from '@site/shared/contracts/content.ts';
import type { ApiCall } from '@site/shared/site/site.ts';
import { useRouteLoaderData } from 'react-router-dom';
import { withinLimit } from './federation/time-limit.ts';

/** The root route of every page, whose loader reads the site's data. */
export const ROOT_ID = 'root';

/**
 * How long one answer is used for all pages, in milliseconds. It is short, so that the owner's changes appear on the next page that is
 * opened.
 */
const FRESH_MS = 500;
/** Longest wait for an answer, in milliseconds, because no page should wait for its footer. */
const LIMIT_MS = 500;

let kept: SiteInfo | null = null;
let askedAt = Number.NEGATIVE_INFINITY;
let asking: Promise<unknown> = Promise.resolve();

/** Returns the data of the frame around every page, the same for all visitors. Null if the API is unavailable and has never answered. */
export async function readSiteInfo(api: ApiCall): Promise<SiteInfo | null> {
  if (Date.now() - askedAt > FRESH_MS) {
    askedAt = Date.now();
    asking = api('GET /api/site', {}).then(
      (info) => {
        kept = info;
      },
      () => undefined,
    );
  }
  await withinLimit(LIMIT_MS, asking).catch(() => undefined);
  return kept;
}

/** Returns the site's data for the shell's own pages; null while the API is unavailable. */
export const useSiteInfo = (): SiteInfo | null => useRouteLoaderData<SiteInfo | null>(ROOT_ID) ?? null;
