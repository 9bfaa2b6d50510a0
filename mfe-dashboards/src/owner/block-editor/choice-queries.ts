import { ApiError, usePreferences } from '@site/shared/site/site.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';

/** `episodeIds`: episodes that visitors see. `allEpisodes`: also drafts and hidden ones. */
export type ChoiceKind = 'ids' | 'episodeIds' | 'allEpisodes';
type Names = ReadonlyMap<string, string>;
/** Items that are chosen already, by id: the title, and the reason if the site does not show the item, as a key of `awayStates`. */
type Chosen = ReadonlyMap<string, { readonly title: string; readonly away?: string }>;

const NO_NAMES: Names = new Map();
const NONE: Chosen = new Map();

const namesOf = (things: readonly { id: string; title: string }[]): Names => new Map(things.map(({ id, title }) => [id, title]));

async function search(kind: ChoiceKind, q: string, signal: AbortSignal): Promise<Names> {
  if (kind === 'ids') return namesOf((await api('GET /api/ebooks', { query: { q }, signal })).ebooks);
  if (kind === 'episodeIds') return namesOf((await api('GET /api/episodes', { query: { q }, signal })).episodes);
  const { episodes } = await api('GET /api/admin/episodes', { query: { q }, signal });
  return namesOf(episodes.filter(({ state }) => state !== 'removed'));
}

/** Loads the books or episodes that the admin can choose, newest first. With search words, loads those that match. */
export function useChoiceSearch(kind: ChoiceKind, words: string) {
  const q = words.trim();
  const found = useQuery({
    queryKey: ['choices', kind, q],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => search(kind, q, signal),
  });
  const isWaiting = found.isPending || found.isPlaceholderData;
  return { names: found.data ?? NO_NAMES, isFailed: found.isError, isWaiting, isEmpty: found.data?.size === 0 && !isWaiting };
}

/** Loads books by id, including those that have left the shop. Deleted books are left out. */
async function chosenBooks(ids: readonly string[], signal: AbortSignal): Promise<Chosen> {
  const onSale = namesOf((await api('GET /api/ebooks', { query: { ids: ids.join() }, signal })).ebooks);
  const chosen = ids.map(async (id) => {
    const title = onSale.get(id);
    if (title !== undefined) return [[id, { title }]] as const;
    try {
      const book = await api('GET /api/admin/ebooks/:id', { params: { id }, signal });
      return [[id, { title: book.title, ...(book.state === 'published' ? {} : { away: book.state }) }]] as const;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') return [];
      throw error;
    }
  });
  return new Map((await Promise.all(chosen)).flat());
}

/** Loads the episodes of all series, and by id the further ones. */
async function seriesEpisodes(ids: readonly string[], signal: AbortSignal): Promise<Chosen> {
  const { series } = await api('GET /api/admin/episode-series', { signal });
  const known = series.flatMap(({ episodes }) =>
    episodes.map(({ id, title, away }) => [id, { title, ...(away ? { away } : {}) }] as const),
  );
  const others = ids.filter((id) => !known.some(([other]) => other === id));
  const read = others.map(async (id) => {
    const { title, state } = await api('GET /api/admin/episodes/:id', { params: { id }, signal });
    const away = state === 'draft' || state === 'scheduled' ? 'draft' : 'hidden';
    return [id, { title, ...(state === 'shown' ? {} : { away }) }] as const;
  });
  return new Map([...known, ...(await Promise.all(read))]);
}

/** Loads the items that are chosen already, with their titles. The titles of `episodeIds` come from the home page's data. */
export function useChosen(kind: ChoiceKind, ids: readonly string[]): Chosen {
  const { locale } = usePreferences();
  const chosen = useQuery<Chosen>({
    queryKey: ['chosen', kind, locale, kind === 'episodeIds' ? '' : [...ids].sort().join()],
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
    queryFn: async ({ signal }) =>
      kind !== 'episodeIds'
        ? await (kind === 'ids' ? chosenBooks : seriesEpisodes)(ids, signal)
        : new Map((await api('GET /api/pages/home', { query: { locale }, signal })).heroEpisodes.map(({ id, title }) => [id, { title }])),
  });
  return chosen.data ?? NONE;
}
