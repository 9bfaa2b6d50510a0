import { usePreferences } from '@site/shared/site/site.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../signed-in/api.ts';

export type ChoiceKind = 'ids' | 'episodeIds';
type Names = ReadonlyMap<string, string>;

const NO_NAMES: Names = new Map();

const namesOf = (things: readonly { id: string; title: string }[]): Names => new Map(things.map(({ id, title }) => [id, title]));

const search = async (kind: ChoiceKind, q: string, signal: AbortSignal): Promise<Names> =>
  kind === 'ids'
    ? namesOf((await api('GET /api/ebooks', { query: { q }, signal })).ebooks)
    : namesOf((await api('GET /api/episodes', { query: { q }, signal })).episodes);

/** The books or episodes that can be chosen, newest first, or those that the words find. */
export function useChoiceSearch(kind: ChoiceKind, words: string) {
  const q = words.trim();
  const found = useQuery({
    queryKey: ['choices', kind, q],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => search(kind, q, signal),
  });
  return { names: found.data ?? NO_NAMES, isFailed: found.isError, isEmpty: found.data?.size === 0 && !found.isPlaceholderData };
}

/** The titles of what was chosen before. Of episodes those that the home page shows, which are the chosen ones. */
export function useChoiceNames(kind: ChoiceKind, ids: readonly string[]): Names {
  const { locale } = usePreferences();
  const names = useQuery({
    queryKey: ['chosen', kind, locale, kind === 'ids' ? ids.toSorted().join() : ''],
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
    queryFn: async ({ signal }) =>
      kind === 'ids'
        ? namesOf((await api('GET /api/ebooks', { query: { ids: ids.join() }, signal })).ebooks)
        : namesOf((await api('GET /api/pages/home', { query: { locale }, signal })).heroEpisodes),
  });
  return names.data ?? NO_NAMES;
}
