import type { EpisodeList } from '@site/shared/contracts/episodes.ts';
import type { ApiCall } from '@site/shared/site/site.ts';

/** The number of episodes that the page shows at first, and adds with each press on "more". */
export const EPISODES_STEP = 6;

/** The highest number of episodes that one page may request from the API, whatever the URL says. */
const MOST_EPISODES = 600;

/** The highest number of episodes on a page that the server renders. The visitor's browser loads further ones page by page. */
export const MOST_FROM_SERVER = 96;

/** The age of the last sync from which the page shows that age to the visitor. */
const OLD_MS = 24 * 60 * 60 * 1000;

/** The query parameter of `/podcast` with the number of shown episodes. */
export const COUNT_PARAM = 'episodes';

/** The search in a URL of `/podcast`. */
export type EpisodesQuery = { readonly q: string; readonly category: string; readonly count: number };

export type Episodes = EpisodesQuery & {
  readonly list: EpisodeList;
  /** Returns whether the last sync of the channel is so old that the page shows its age. */
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

/**
 * Returns how many episodes a URL of `/podcast` shows: a multiple of the step, from one step to `most`. An invalid number counts as
 * missing.
 */
export function visibleCount(search: URLSearchParams, most: number): number {
  const asked = Number(search.get(COUNT_PARAM));
  const steps = Math.ceil((Number.isFinite(asked) ? asked : 0) / EPISODES_STEP);
  return Math.min(Math.max(steps, 1) * EPISODES_STEP, most);
}

/** Returns whether there are more episodes, and the page may show more. */
export const hasMore = ({ episodes: { length }, total, isTotalCapped }: EpisodeList): boolean =>
  length < MOST_EPISODES && (length < total || isTotalCapped);

// The episodes that were already loaded, so that "more" requests only further ones. The key is the API client, which lives for a visit or
// for one server request.
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
  // After the last page of results the exact number of episodes is known.
  if (list.nextCursor === null) list = { ...list, total: list.episodes.length, isTotalCapped: false };
  read.set(api, { key, list });
  const isOld = list.syncedAt !== null && Date.now() - Date.parse(list.syncedAt) > OLD_MS;
  return { ...query, list: { ...list, episodes: list.episodes.slice(0, count) }, isOld };
}
