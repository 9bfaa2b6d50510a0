import { useLocation, useNavigation } from '@site/shared/site/site.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';

/** `still` for the first page: an entrance would delay its first paint. */
export type Phase = 'still' | 'leaving' | 'entering';

/** Where the visitor stood on each page of this tab's history, by history entry. */
const positions = new Map<string, number>();

/**
 * What happens when the page (its path, not its query) changes: the old one fades out, the new one in; it starts at the top,
 * or where the visitor had left it when he comes back; keyboard and screen readers go on at its beginning.
 */
export function usePageChange(): { main: React.RefObject<HTMLElement | null>; phase: Phase } {
  const { pathname, hash, key } = useLocation();
  const { location: next } = useNavigation();
  const isBack = useNavigationType() === 'POP';
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  const [hasMoved, setHasMoved] = useState(false);

  // The browser would restore before the page is there.
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const giveBack = () => {
      history.scrollRestoration = 'auto';
    };
    addEventListener('pagehide', giveBack);
    return () => removeEventListener('pagehide', giveBack);
  }, []);

  // Scrolling happens outside of React.
  useEffect(() => {
    const remember = () => positions.set(key, window.scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key]);

  // Before the new page is painted, or it would be seen at the old one's position.
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setHasMoved(true);
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (target) target.scrollIntoView();
    else window.scrollTo({ top: (isBack && positions.get(key)) || 0, behavior: 'instant' });
    main.current?.focus({ preventScroll: true });
  }, [pathname, hash, key, isBack]);

  const isLeaving = next !== undefined && next.pathname !== pathname;
  return { main, phase: isLeaving ? 'leaving' : hasMoved ? 'entering' : 'still' };
}
