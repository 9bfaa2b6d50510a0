import { useLocation, useNavigate, useSearchParams } from '@site/shared/site/site.ts';

/** Where the admin is in the list: `cursors` lead to the pages before this one, the first page having none. */
type Trail = { readonly cursors: readonly string[] };

const isTrail = (state: unknown): state is Trail =>
  typeof state === 'object' && state !== null && 'cursors' in state && Array.isArray(state.cursors);

export type ListPages = ReturnType<typeof useListPages>;

/**
 * The page of a list that the address asks for (`after`), and the way to its neighbours. A cursor knows only what comes
 * after it, so the way back is kept with the history entry; whoever arrives by a link goes back to the first page.
 */
export function useListPages() {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const after = search.get('after') ?? undefined;
  const cursors = isTrail(state) ? state.cursors : [];

  function go(to: string | undefined, trail: readonly string[]) {
    const next = new URLSearchParams(search);
    if (to === undefined) next.delete('after');
    else next.set('after', to);
    void navigate({ pathname, search: `${next}` }, { state: { cursors: trail } satisfies Trail, preventScrollReset: true });
  }

  return {
    after,
    /** Counted from 1; null when the way here is not known. */
    page: after === undefined ? 1 : isTrail(state) ? cursors.length + 2 : null,
    goNext: (cursor: string) => go(cursor, after === undefined ? [] : [...cursors, after]),
    goPrevious: () => go(cursors.at(-1), cursors.slice(0, -1)),
    goFirst: () => go(undefined, []),
  };
}
