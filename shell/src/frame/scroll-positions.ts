const KEPT_AS = 'positions';
/** Number of history entries that are remembered. */
const KEPT_ENTRIES = 50;

/** Scroll position of each entry in this tab's history. It survives a reload and ends with the tab. */
export const positions = new Map<string, number>(readKept());

/**
 * Records the scroll position of the current history entry, and keeps the browser from restoring one before the page is rendered. Returns a
 * function that stops.
 */
export function keepPositions(shownEntry: () => string): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const takeOver = () => {
    history.scrollRestoration = 'manual';
  };
  takeOver();
  const note = () => positions.set(shownEntry(), scrollY);
  // The visitor, or the browser after a reload, may have scrolled before this listener existed.
  note();
  // Also for a page restored from the back/forward cache.
  addEventListener('pageshow', takeOver, { signal });
  addEventListener('scroll', note, { passive: true, signal });
  addEventListener(
    'pagehide',
    () => {
      // Scroll events arrive with the next frame, which may not come any more.
      note();
      // The server renders the next document completely, so the browser can restore its position itself.
      history.scrollRestoration = 'auto';
      try {
        sessionStorage.setItem(KEPT_AS, JSON.stringify([...positions].slice(-KEPT_ENTRIES)));
      } catch {
        // Without storage, pages start at their top after a reload.
      }
    },
    { signal },
  );
  return () => listening.abort();
}

function readKept(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '[]');
  } catch {
    return [];
  }
}
