import type { SiteInfo } from '@site/shared/contracts/content.ts';
import type { ApiCall } from '@site/shared/site/site.ts';
import { useRouteLoaderData } from 'react-router-dom';
import { withinLimit } from './federation/time-limit.ts';

/** The route whose loader reads it: the root of every page. */
export const ROOT_ID = 'root';

/** One answer serves all pages of so many milliseconds: what the owner publishes stands on the next page that is opened. */
const FRESH_MS = 500;
/** Longest wait for an answer, in milliseconds: no page waits for its footer. */
const LIMIT_MS = 500;

let kept: SiteInfo | null = null;
let askedAt = Number.NEGATIVE_INFINITY;
let asking: Promise<unknown> = Promise.resolve();

/** What the frame of every page shows, the same for everybody. Null while the API is away and never answered. */
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

/** Where the author is found elsewhere, for the shell's own pages. Null while the API is away. */
export const useSiteInfo = (): SiteInfo | null => useRouteLoaderData<SiteInfo | null>(ROOT_ID) ?? null;
