import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * The observer reports when the card is out of view, half in view or completely in view. The fixed header covers the top 80 px of the
 * window.
 */
const IN_VIEW: IntersectionObserverInit = { threshold: [0, 0.5, 1], rootMargin: '-80px 0px 0px 0px' };

/** The provider's minimum for each side of its player, in pixels. */
const SHORTEST_SIDE = 200;

/**
 * Lays the player's `box` over the card `place` while the card is in view and large enough, and returns whether the box covers the card.
 * The box is positioned in the document, so that the box scrolls with the page. The box never moves in the React tree, because a moved
 * frame loads again.
 */
export function usePlace(box: RefObject<HTMLElement | null>, place: HTMLElement | null): boolean {
  const [seen, setSeen] = useState<{ place: HTMLElement; isFit: boolean } | null>(null);
  const isInPlace = seen?.place === place && seen?.isFit === true;

  useLayoutEffect(() => {
    if (!place) return;
    // The visitor has just pressed play on the card, so the card is in view.
    let isInView = true;
    const look = () => {
      const isFit = isInView && Math.min(place.offsetWidth, place.offsetHeight) >= SHORTEST_SIDE;
      setSeen((before) => (before?.place === place && before.isFit === isFit ? before : { place, isFit }));
    };
    look();
    const resized = new ResizeObserver(look);
    resized.observe(place);
    const observer = new IntersectionObserver((entries) => {
      isInView = (entries.at(-1)?.intersectionRatio ?? 1) >= 0.5;
      look();
    }, IN_VIEW);
    observer.observe(place);
    return () => {
      resized.disconnect();
      observer.disconnect();
    };
  }, [place]);

  // A layout effect runs before painting. Otherwise the video would appear elsewhere for one frame.
  useLayoutEffect(() => {
    const { style } = box.current ?? {};
    if (!place || !isInPlace || !style) return;
    const follow = () => {
      const { top, left, width, height } = place.getBoundingClientRect();
      style.setProperty('top', `${top + scrollY}px`);
      style.setProperty('left', `${left + scrollX}px`);
      style.setProperty('width', `${width}px`);
      style.setProperty('height', `${height}px`);
      style.setProperty('border-radius', getComputedStyle(place).borderRadius);
    };
    follow();
    const resized = new ResizeObserver(follow);
    resized.observe(place);
    resized.observe(document.body);
    addEventListener('scroll', follow, { passive: true });
    return () => {
      resized.disconnect();
      removeEventListener('scroll', follow);
      for (const name of ['top', 'left', 'width', 'height', 'border-radius']) style.removeProperty(name);
    };
  }, [box, place, isInPlace]);

  return isInPlace;
}
