import type { SiteInfo } from '@site/shared/contracts/content.ts';
import type { ApiCall } from '@site/shared/site/site.ts';
import { useRouteLoaderData } from 'react-router-dom';
import { withinLimit } from './federation/time-limit.ts';

/** The route whose loader reads it: the root of every page. */
export const ROOT_ID = 'root';

/** After so long it is asked for again, behind the visitor's back, in milliseconds. */
const FRESH_MS = 15_000;
/** Longest wait for the first answer, in milliseconds: no page waits for its footer. */
const FIRST_LIMIT_MS = 1_000;

let kept: SiteInfo | null = null;
let askedAt = Number.NEGATIVE_INFINITY;
let asking: Promise<unknown> = Promise.resolve();

/** What the frame of every page shows, the same for everybody: one answer serves all pages. Null while the API is away. */
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
  if (!kept) await withinLimit(FIRST_LIMIT_MS, asking).catch(() => undefined);
  return kept;
}

/** Where the author is found elsewhere, for the shell's own pages. Null while the API is away. */
export const useSiteInfo = (): SiteInfo | null => useRouteLoaderData<SiteInfo | null>(ROOT_ID) ?? null;
