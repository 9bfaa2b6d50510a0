import { useEffect, useState } from 'react';

/** After this time, in milliseconds, the visitor sees the outline of the new page instead of the previous page. */
const PATIENCE_MS = 150;
/**
 * The same limit when the visitor goes back, in milliseconds. This limit is longer, because the browser can restore the scroll position
 * only on the complete page.
 */
const BACK_PATIENCE_MS = 2_000;

/** A page's data, possibly still loading; null if loading failed. */
export type Deferred<Data> = { readonly data: Data | Promise<Data | null> };

/**
 * The number of mounted instances of a page. The URL cannot tell whether the page is mounted, because going back changes the URL before the
 * loaders run.
 */
export type Drawn = { count: number };

/** Counts the page while it is mounted. */
export function useDrawn(page: Drawn): void {
  useEffect(() => {
    page.count += 1;
    return () => {
      page.count -= 1;
    };
  }, [page]);
}

/**
 * Returns a page's data from its loader: the data itself or, after a short wait, its promise, so that navigation does not hang on the
 * previous page. If the page is mounted already, waits for the data. `path`: the page's own path, with which going back is detected and
 * gets a longer wait (the address has changed before the loader runs). Leave it out if the page can show a stored copy.
 */
export async function deferData<Data extends object>(work: Promise<Data>, isDrawn: boolean, path?: string): Promise<Deferred<Data>> {
  if (isDrawn || typeof window === 'undefined') return { data: await work };
  const coming = work.catch(() => null);
  const outline = new Promise<null>((resolve) => setTimeout(resolve, location.pathname === path ? BACK_PATIENCE_MS : PATIENCE_MS, null));
  return { data: (await Promise.race([coming, outline])) ?? coming };
}

/**
 * Returns the data, or undefined while it loads. Works without Suspense: a Suspense boundary hydrates later than the rest of the page, and
 * a press that the shell kept for replay would find no handler there.
 */
export function useDeferred<Data extends object>({ data }: Deferred<Data>): Data | null | undefined {
  const [arrived, setArrived] = useState<{ readonly coming: object; readonly data: Data | null } | null>(null);
  // The promise resolves outside of React, so an effect waits for it.
  useEffect(() => {
    if (!(data instanceof Promise)) return;
    let isCurrent = true;
    void data.then((found) => isCurrent && setArrived({ coming: data, data: found }));
    return () => {
      isCurrent = false;
    };
  }, [data]);
  if (!(data instanceof Promise)) return data;
  return arrived?.coming === data ? arrived.data : undefined;
}
