import type { EpisodeList } from '@site/shared/contracts/episodes.ts';
import type { ApiCall } from '@site/shared/site/site.ts';

/** The number of episodes at first, and of more per press. */
export const EPISODES_STEP = 6;

/** The maximum that one page may request from the API, whatever its address says. */
const MOST_EPISODES = 600;

/** The maximum on a page rendered by the server. Later pages are loaded one by one by the visitor's browser. */
export const MOST_FROM_SERVER = 96;

/** From this age on the page shows when the channel was last synced. */
const OLD_MS = 24 * 60 * 60 * 1000;

/** The query parameter of `/podcast` with the number of shown episodes. */
export const COUNT_PARAM = 'episodes';

/** The search in an address of `/podcast`. */
export type EpisodesQuery = { readonly q: string; readonly category: string; readonly count: number };

export type Episodes = EpisodesQuery & {
  readonly list: EpisodeList;
  /** Whether the channel could not be synced for a while. */
  readonly isOld: boolean;
};

export function episodesQuery(url: string): EpisodesQuery {
  const { searchParams } = new URL(url);
  return {
    q: searchParams.get('q')?.trim().slice(0, 100) ?? '',
    category: searchParams.get('category')?.trim().slice(0, 60) ?? '',
    count: visibleCount(searchParams, typeof window === 'undefined' ? MOST_FROM_SERVER : MOST_EPISODES),
  };
}

/** Returns how many episodes an address shows: whole steps, at least one and at most `most`. Anything but a number counts as none. */
export function visibleCount(search: URLSearchParams, most: number): number {
  const asked = Number(search.get(COUNT_PARAM));
  const steps = Math.ceil((Number.isFinite(asked) ? asked : 0) / EPISODES_STEP);
  return Math.min(Math.max(steps, 1) * EPISODES_STEP, most);
}

/** Returns whether there are more episodes than the page shows, and it may show more. */
export const hasMore = ({ episodes: { length }, total, isTotalCapped }: EpisodeList): boolean =>
  length < MOST_EPISODES && (length < total || isTotalCapped);

// The episodes read so far, so that "more" requests only further ones. Keyed by the API client, which lives for a visit or one server
// request.
const read = new WeakMap<ApiCall, { readonly key: string; readonly list: EpisodeList }>();

/** Returns the newest episodes of a search, read page by page. Throws `ApiError`. */
export async function loadEpisodes(api: ApiCall, query: EpisodesQuery, signal: AbortSignal): Promise<Episodes> {
  const { q, category, count } = query;
  const key = JSON.stringify([q, category]);
  const before = count > EPISODES_STEP ? read.get(api) : undefined;
  const page = (after?: string) => api('GET /api/episodes', { query: { q, category, ...(after ? { after } : {}) }, signal });
  let list = before?.key === key ? before.list : await page();
  while (list.nextCursor !== null && list.episodes.length < count) {
    const next = await page(list.nextCursor);
    list = { ...next, episodes: [...list.episodes, ...next.episodes] };
  }
  // After the last page the exact number is known.
  if (list.nextCursor === null) list = { ...list, total: list.episodes.length, isTotalCapped: false };
  read.set(api, { key, list });
  const isOld = list.syncedAt !== null && Date.now() - Date.parse(list.syncedAt) > OLD_MS;
  return { ...query, list: { ...list, episodes: list.episodes.slice(0, count) }, isOld };
}
