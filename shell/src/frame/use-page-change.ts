import { useLocation, useNavigation } from '@site/shared/site/site.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { keepPositions, positions } from './positions.ts';

/** `still` for the first page: an entrance would delay its first paint. */
export type Phase = 'still' | 'leaving' | 'entering';

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
    const start = target ?? document.getElementById(contentId);
    // Most parts of a page take no focus by themselves.
    if (target && target.tabIndex < 0) target.tabIndex = -1;
    start?.focus({ preventScroll: true });
    if (isOtherPage) setHasMoved(true);
  }, [entry, pathname, hash, isBack, contentId]);

  const isLeaving = next !== undefined && next.pathname !== pathname;
  return isLeaving ? 'leaving' : hasMoved ? 'entering' : 'still';
}
