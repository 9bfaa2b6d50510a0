import type { EpisodeList } from '@site/shared/contracts/episodes.ts';
import type { ApiCall } from '@site/shared/site/site.ts';

/** So many at first, and so many more per press (§4 Visible episodes, §9). */
export const EPISODES_STEP = 6;

/** Bounds what one page may ask of the API, whatever its address says. */
const MOST = 600;

/** The query parameter of `/podcast` that says how many episodes are shown. */
export const COUNT_PARAM = 'episodes';

/** How many episodes an address shows: full steps, at least one. Anything that is no number counts as none. */
export function visibleCount(search: URLSearchParams): number {
  const asked = Number(search.get(COUNT_PARAM));
  const steps = Math.ceil((Number.isFinite(asked) ? asked : 0) / EPISODES_STEP);
  return Math.min(Math.max(steps, 1) * EPISODES_STEP, MOST);
}

/** The newest `count` episodes, read page by page; fewer when the channel has fewer. Throws `ApiError`. */
export async function newestEpisodes(api: ApiCall, count: number, signal: AbortSignal): Promise<EpisodeList> {
  let list = await api('GET /api/episodes', { signal });
  while (list.nextCursor !== null && list.episodes.length < count) {
    const next = await api('GET /api/episodes', { query: { after: list.nextCursor }, signal });
    list = { ...next, episodes: [...list.episodes, ...next.episodes] };
  }
  return { ...list, episodes: list.episodes.slice(0, count) };
}
