import { useEffect, useState } from 'react';

/**
 * After so long a visitor sees the outline of the page, instead of the one they left; later when they go back, since only the whole page can
 * be shown where they left it.
 */
export const PATIENCE_MS = { onward: 150, back: 2_000 } as const;

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

/** Whether a loader runs for a visitor who goes back: only then the address is the page's before it. */
export const isGoingBack = (path: string): boolean => typeof window !== 'undefined' && window.location.pathname === path;

/**
 * What a loader hands to its page: the data, or after `patienceMs` its promise, so that a visitor who arrives need not stay on the
 * page they left. A page that is drawn already stays until the data is there.
 */
export async function deferData<Data extends object>(
  work: Promise<Data>,
  { isDrawn, patienceMs }: { isDrawn: boolean; patienceMs: number },
): Promise<Deferred<Data>> {
  if (isDrawn || typeof window === 'undefined') return { data: await work };
  const coming = work.catch(() => null);
  const outline = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null));
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
