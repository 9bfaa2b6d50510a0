import { useLocation, useNavigation } from '@site/shared/site/site.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { keepPositions, positions } from './scroll-positions.ts';

/** `still`: the first page. An entrance animation would delay its first paint. */
export type Phase = 'still' | 'leaving' | 'entering';

/** Actions of a visitor who is already using the page. After one of them, do not scroll to the address's anchor any more. */
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
  // Most parts of a page are not focusable.
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

  // Scrolling is a side effect outside of React.
  useEffect(() => keepPositions(() => shown.current.entry), []);

  // A layout effect runs before the new page is painted, so it never appears at the old position.
  useLayoutEffect(() => {
    if (shown.current.entry === entry) return;
    const isOtherPage = shown.current.pathname !== pathname;
    shown.current = { entry, pathname };
    // From now on parts have their real heights (base.css).
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

  // A page that loads its data renders its parts later.
  useEffect(() => (hash && !document.getElementById(hash.slice(1)) ? goToPartOnceDrawn(hash.slice(1)) : undefined), [hash]);

  const isLeaving = next !== undefined && next.pathname !== pathname;
  return isLeaving ? 'leaving' : hasMoved ? 'entering' : 'still';
}
