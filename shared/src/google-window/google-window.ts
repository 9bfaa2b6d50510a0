/** Event on `window` when Google's window has closed. The provider itself reports it up to ten seconds later. */
export const GOOGLE_WINDOW_CLOSED = 'googlewindowclosed';

/** Calls `free` when the person returns from Google's window. Returns a function that stops listening. */
export function onBackFromGoogle(free: () => void): () => void {
  addEventListener('focus', free);
  addEventListener(GOOGLE_WINDOW_CLOSED, free);
  return () => {
    removeEventListener('focus', free);
    removeEventListener(GOOGLE_WINDOW_CLOSED, free);
  };
}
