const KEPT_AS = 'positions';
/** The number of history entries whose position is stored. */
const KEPT_ENTRIES = 50;

/** Scroll position of each entry in this tab's history. It survives a reload and ends with the tab. */
export const positions = new Map<string, number>(readKept());

/**
 * Records the scroll position of the current history entry, and keeps the browser from restoring a position before the page is rendered.
 * Returns a function that stops.
 */
export function keepPositions(shownEntry: () => string): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const takeOver = () => {
    history.scrollRestoration = 'manual';
  };
  takeOver();
  const note = () => positions.set(shownEntry(), scrollY);
  // The visitor or the browser may have scrolled before this listener existed, so the position is recorded now.
  note();
  // A page that the browser restores from its back/forward cache must restore scroll positions itself again.
  addEventListener('pageshow', takeOver, { signal });
  addEventListener('scroll', note, { passive: true, signal });
  addEventListener(
    'pagehide',
    () => {
      // A scroll event arrives with the next frame, which a closing page does not get, so the position is recorded now.
      note();
      // The server renders the next document completely, so the browser can restore its position itself.
      history.scrollRestoration = 'auto';
      try {
        sessionStorage.setItem(KEPT_AS, JSON.stringify([...positions].slice(-KEPT_ENTRIES)));
      } catch {
        // If the browser blocks storage, pages start at their top after a reload.
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
