import { useLocation, useNavigation } from '@site/shared/site/site.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { keepPositions, positions } from './scroll-positions.ts';

/** `still` is the phase of the first page, because an entrance animation would delay its first paint. */
export type Phase = 'still' | 'leaving' | 'entering';

/** Actions of a visitor who already uses the page. After one of them, the page no longer scrolls to the part that its URL names. */
const OWN_MOVES = ['pointerdown', 'wheel', 'keydown', 'touchmove'] as const;

/** Scrolls to a part of the page once it is rendered, unless the visitor acts first. Returns a function that stops waiting. */
function goToPartOnceDrawn(id: string): () => void {
  const observer = new MutationObserver(() => {
    const part = document.getElementById(id);
    if (!part) return;
    end();
    part.scrollIntoView();
    focus(part);
  });
  function end() {
    observer.disconnect();
    for (const move of OWN_MOVES) removeEventListener(move, end);
  }
  observer.observe(document.body, { subtree: true, childList: true });
  for (const move of OWN_MOVES) addEventListener(move, end, { passive: true });
  return end;
}

function focus(part: HTMLElement | null): void {
  // Most parts of a page cannot get the focus by themselves.
  if (part && part.tabIndex < 0) part.tabIndex = -1;
  part?.focus({ preventScroll: true });
}

/**
 * Handles scrolling and focus when the address changes. Another page (path, not query) starts at its top, and keyboard and screen readers
 * continue at its beginning. A hash scrolls its part into view below the header. Going back restores the scroll position. `phase` fades
 * pages in browsers without view transitions.
 */
export function usePageChange(contentId: string): Phase {
  const { pathname, hash, key } = useLocation();
  const { location: next } = useNavigation();
  const isBack = useNavigationType() === 'POP';
  const entry = `${key} ${pathname}${hash}`;
  const shown = useRef({ entry, pathname });
  const [hasMoved, setHasMoved] = useState(false);

  // Scrolling is a side effect, so it runs after rendering.
  useEffect(() => keepPositions(() => shown.current.entry), []);

  // A layout effect runs before the browser paints the new page, so the page never appears at the scroll position of the previous page.
  useLayoutEffect(() => {
    if (shown.current.entry === entry) return;
    const isOtherPage = shown.current.pathname !== pathname;
    shown.current = { entry, pathname };
    // This attribute gives parts below the first screen their real heights (base.css).
    document.documentElement.dataset.moved = '';
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    const left = isBack ? positions.get(entry) : undefined;
    if (left !== undefined) scrollTo({ top: left, behavior: 'instant' });
    else if (target) target.scrollIntoView();
    else if (isOtherPage) scrollTo({ top: 0, behavior: 'instant' });
    if (!isOtherPage && !target) return;
    focus(target ?? document.getElementById(contentId));
    if (isOtherPage) setHasMoved(true);
  }, [entry, pathname, hash, isBack, contentId]);

  // A page may render its parts only after its data have loaded, so wait for the part that the hash names.
  useEffect(() => (hash && !document.getElementById(hash.slice(1)) ? goToPartOnceDrawn(hash.slice(1)) : undefined), [hash]);

  const isLeaving = next !== undefined && next.pathname !== pathname;
  return isLeaving ? 'leaving' : hasMoved ? 'entering' : 'still';
}
