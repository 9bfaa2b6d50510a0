import { useEffect, useState } from 'react';

/** After so long a visitor sees the outline of the page, instead of the one they left. */
const PATIENCE_MS = 150;
/** The same of one who goes back: only the whole page can be shown where they left it. */
const BACK_PATIENCE_MS = 2_000;

/** A page's data, which may still be on its way; null when it could not be read. */
export type Deferred<Data> = { readonly data: Data | Promise<Data | null> };

/** How often a page is drawn now. The address does not tell: going back changes it before the loaders run. */
export type Drawn = { count: number };

/** Counts the page as drawn for as long as it is. */
export function useDrawn(page: Drawn): void {
  useEffect(() => {
    page.count += 1;
    return () => {
      page.count -= 1;
    };
  }, [page]);
}

/**
 * What a loader hands to its page: the data, or after a moment its promise, so that a visitor who arrives need not stay on the
 * page they left. A page that is drawn already stays until the data is there. `path`: the page's own, so that a visitor who goes back waits
 * longer (the address has changed before the loader runs); left out where a kept copy can be shown.
 */
export async function deferData<Data extends object>(work: Promise<Data>, isDrawn: boolean, path?: string): Promise<Deferred<Data>> {
  if (isDrawn || typeof window === 'undefined') return { data: await work };
  const coming = work.catch(() => null);
  const outline = new Promise<null>((resolve) => setTimeout(resolve, location.pathname === path ? BACK_PATIENCE_MS : PATIENCE_MS, null));
  return { data: (await Promise.race([coming, outline])) ?? coming };
}

/**
 * The data once it is there; undefined while it is on its way. Without Suspense, whose boundaries come to life after the rest
 * of the page: a press that the shell kept for us would find nothing there.
 */
export function useDeferred<Data extends object>({ data }: Deferred<Data>): Data | null | undefined {
  const [arrived, setArrived] = useState<{ readonly coming: object; readonly data: Data | null } | null>(null);
  // The data comes from outside of React.
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
