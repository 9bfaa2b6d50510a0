import { paths, useFetcher } from '@site/shared/site/site.ts';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { CatalogData, ShelfEbook, ShelfList } from './catalog-data.ts';

type Pages = { readonly ebooks: readonly ShelfEbook[]; readonly nextCursor: string | null };

// The list pages that a visitor had loaded before opening a book, so that going back shows the same list. Only browsers write to this map.
const opened = new Map<string, Pages>();
const MOST_KEPT = 5;

/** Returns the list together with the pages that were loaded after its first page. */
export function useMorePages(query: string, list: ShelfList) {
  const key = `${query} ${list.nextCursor}`;
  const fetcher = useFetcher<CatalogData>();
  const [further, setFurther] = useState<Pages>(() => opened.get(key) ?? { ebooks: [], nextCursor: list.nextCursor });
  const [wanted, setWanted] = useState<string | null>(null);
  const taken = useRef(fetcher.data);
  const [hasFailed, setHasFailed] = useState(false);

  // The fetcher's data are outside React state, so each answer is added once, if it is for the requested page.
  useEffect(() => {
    if (!fetcher.data || fetcher.data === taken.current || wanted === null) return;
    taken.current = fetcher.data;
    let isCurrent = true;
    void Promise.resolve(fetcher.data.catalog.data).then((page) => {
      if (!isCurrent || (page && page.after !== wanted)) return;
      setWanted(null);
      setHasFailed(!page);
      if (!page) return;
      const next = { ebooks: [...further.ebooks, ...page.list.ebooks], nextCursor: page.list.nextCursor };
      if (opened.size >= MOST_KEPT) opened.clear();
      opened.set(key, next);
      setFurther(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [fetcher.data, wanted, further, key]);

  const { nextCursor } = further;
  const nextHref = nextCursor && `${paths.shop.href()}?${new URLSearchParams({ ...(query ? { q: query } : {}), after: nextCursor })}`;
  return {
    ebooks: [...list.ebooks, ...further.ebooks],
    added: further.ebooks.length,
    nextCursor,
    isLoading: wanted !== null,
    hasFailed,
    load: (event: SubmitEvent) => {
      event.preventDefault();
      if (!nextHref) return;
      setHasFailed(false);
      setWanted(nextCursor);
      void fetcher.load(nextHref);
    },
  };
}
