/** Fired on `window` when the window of Google has closed: the provider itself tells up to ten seconds later. */
export const GOOGLE_WINDOW_CLOSED = 'googlewindowclosed';

/** Calls `free` once the person is back from Google's window. Returns how to stop. */
export function onBackFromGoogle(free: () => void): () => void {
  addEventListener('focus', free);
  addEventListener(GOOGLE_WINDOW_CLOSED, free);
  return () => {
    removeEventListener('focus', free);
    removeEventListener(GOOGLE_WINDOW_CLOSED, free);
  };
}
