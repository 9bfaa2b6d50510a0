import { type RefObject, useEffect, useRef, useState } from 'react';

/** How near the viewport a lazy picture is fetched, and how much of it counts as near. */
const NEAR: IntersectionObserverInit = { rootMargin: '50px', threshold: 0.1 };

/**
 * Tells when the element that carries `frame` has come near the viewport; from then on it stays near.
 * `isNearAtOnce`: for what does not wait, on the server too.
 */
export function useNearViewport<E extends Element>(isNearAtOnce: boolean): { frame: RefObject<E | null>; isNear: boolean } {
  const frame = useRef<E>(null);
  const [isNear, setIsNear] = useState(isNearAtOnce);

  // The observer follows the frame's place on the screen, which React does not know.
  useEffect(() => {
    if (isNear || !frame.current) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true), NEAR);
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [isNear]);

  return { frame, isNear };
}
