import { useLocation, useNavigation } from '@site/shared/site/site.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { keepPositions, positions } from './positions.ts';

/** `still` for the first page: an entrance would delay its first paint. */
export type Phase = 'still' | 'leaving' | 'entering';

/** What a visitor does on a page who looks at it already, and not for the part that the address names. */
const OWN_MOVES = ['pointerdown', 'wheel', 'keydown', 'touchmove'] as const;

/** Goes to a part of the page when it is drawn, unless the visitor moves before. Returns what ends the wait. */
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
  // Most parts of a page take no focus by themselves.
  if (part && part.tabIndex < 0) part.tabIndex = -1;
  part?.focus({ preventScroll: true });
}

/**
 * What happens when the address changes. Another page (path, not query) starts at its top, and keyboard and screen readers go on at
 * its beginning; a part of a page (hash) comes into view below the header; going back finds the page where it was left.
 * `phase` fades the old page out and the new one in where the browser has no view transitions.
 */
export function usePageChange(contentId: string): Phase {
  const { pathname, hash, key } = useLocation();
  const { location: next } = useNavigation();
  const isBack = useNavigationType() === 'POP';
  const entry = `${key} ${pathname}${hash}`;
  const shown = useRef({ entry, pathname });
  const [hasMoved, setHasMoved] = useState(false);

  // Scrolling, and what the browser does about it, is outside of React.
  useEffect(() => keepPositions(() => shown.current.entry), []);

  // Before the new page is painted, or it would be seen at the old one's position.
  useLayoutEffect(() => {
    if (shown.current.entry === entry) return;
    const isOtherPage = shown.current.pathname !== pathname;
    shown.current = { entry, pathname };
    // From here on, heights are true (base.css).
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

  // A page that asks for its data draws its parts after this.
  useEffect(() => (hash && !document.getElementById(hash.slice(1)) ? goToPartOnceDrawn(hash.slice(1)) : undefined), [hash]);

  const isLeaving = next !== undefined && next.pathname !== pathname;
  return isLeaving ? 'leaving' : hasMoved ? 'entering' : 'still';
}
