const KEPT_AS = 'positions';
/** So many entries of the history are remembered. */
const KEPT_ENTRIES = 50;

/** How far the visitor had scrolled at each entry of this tab's history. Survives a reload, and leaves with the tab. */
export const positions = new Map<string, number>(readKept());

/** Notes the position of the entry that is shown while it is, and keeps the browser from restoring before the page is there. */
export function keepPositions(shownEntry: () => string): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const takeOver = () => {
    history.scrollRestoration = 'manual';
  };
  takeOver();
  const note = () => positions.set(shownEntry(), scrollY);
  // Where the visitor, or the browser after a reload, had scrolled before it was noticed.
  note();
  // Also a page that comes back whole from the browser's cache.
  addEventListener('pageshow', takeOver, { signal });
  addEventListener('scroll', note, { passive: true, signal });
  addEventListener(
    'pagehide',
    () => {
      // Scrolling is told with the next frame, which may not come any more.
      note();
      // The next document comes whole from the server: there the browser restores best.
      history.scrollRestoration = 'auto';
      try {
        sessionStorage.setItem(KEPT_AS, JSON.stringify([...positions].slice(-KEPT_ENTRIES)));
      } catch {
        // A device that keeps nothing: pages start at their top after a reload.
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
