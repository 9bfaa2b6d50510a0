import type { EpisodeList } from '@site/shared/contracts/episodes.ts';
import type { ApiCall } from '@site/shared/site/site.ts';

/** So many at first, and so many more per press. */
export const EPISODES_STEP = 6;

/** Bounds what one page may ask of the API, whatever its address says. */
const MOST_EPISODES = 600;

/** The same for a page that the server makes: a visitor who goes on has a browser that reads page by page. */
export const MOST_FROM_SERVER = 96;

/** From this age on visitors read when the channel was last read. */
const OLD_MS = 24 * 60 * 60 * 1000;

/** The query parameter of `/podcast` that says how many episodes are shown. */
export const COUNT_PARAM = 'episodes';

/** What an address of `/podcast` asks for. */
export type EpisodesQuery = { readonly q: string; readonly category: string; readonly count: number };

export type Episodes = EpisodesQuery & {
  readonly list: EpisodeList;
  /** The channel could not be read for a while. */
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

/** How many episodes an address shows: full steps, at least one, `most` at most. Anything that is no number counts as none. */
export function visibleCount(search: URLSearchParams, most: number): number {
  const asked = Number(search.get(COUNT_PARAM));
  const steps = Math.ceil((Number.isFinite(asked) ? asked : 0) / EPISODES_STEP);
  return Math.min(Math.max(steps, 1) * EPISODES_STEP, most);
}

/** There are more than a page shows, and it may show more. */
export const hasMore = ({ episodes: { length }, total, isTotalCapped }: EpisodeList): boolean =>
  length < MOST_EPISODES && (length < total || isTotalCapped);

// What was read so far, so that "more" asks only for what is not there yet. Keyed by the client: a visit, or one request.
const read = new WeakMap<ApiCall, { readonly key: string; readonly list: EpisodeList }>();

/** The newest episodes of a search, read page by page; fewer than asked when there are fewer. Throws `ApiError`. */
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
  // A visitor who saw the last one knows how many there are.
  if (list.nextCursor === null) list = { ...list, total: list.episodes.length, isTotalCapped: false };
  read.set(api, { key, list });
  const isOld = list.syncedAt !== null && Date.now() - Date.parse(list.syncedAt) > OLD_MS;
  return { ...query, list: { ...list, episodes: list.episodes.slice(0, count) }, isOld };
}
