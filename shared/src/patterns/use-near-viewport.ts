import { type RefObject, useEffect, useRef, useState } from 'react';

/** Distance from the viewport at which a lazy picture is loaded, and the part of it that must be near. */
const NEAR: IntersectionObserverInit = { rootMargin: '50px', threshold: 0.1 };

/**
 * Returns whether the element with the ref `frame` has come near the viewport. Once true, it stays true. `isNearAtOnce`: true from the
 * start, on the server too, for elements that do not wait.
 */
export function useNearViewport<E extends Element>(isNearAtOnce: boolean): { frame: RefObject<E | null>; isNear: boolean } {
  const frame = useRef<E>(null);
  const [isNear, setIsNear] = useState(isNearAtOnce);

  // React does not know the frame's position on the screen.
  useEffect(() => {
    if (isNear || !frame.current) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true), NEAR);
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [isNear]);

  return { frame, isNear };
}
