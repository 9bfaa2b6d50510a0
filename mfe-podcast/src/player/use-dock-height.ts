import { type RefObject, useLayoutEffect } from 'react';

const PROPERTY = '--dock-height';

/**
 * Sets `--dock-height` on the page's root to the height that the player takes at the window's lower edge. Not set while the player is in
 * its place. Other elements at that edge use `inset-block-end: var(--dock-height, 0px)` to stay above it.
 */
export function useDockHeight(box: RefObject<HTMLElement | null>, isInPlace: boolean): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    if (!box.current || isInPlace) return;
    const element = box.current;
    const measure = () => {
      const height = `${element.offsetHeight}px`;
      style.setProperty(PROPERTY, height);
      // Focused elements are scrolled into view above the player.
      style.setProperty('scroll-padding-bottom', height);
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => {
      resized.disconnect();
      style.removeProperty(PROPERTY);
      style.removeProperty('scroll-padding-bottom');
    };
  }, [box, isInPlace]);
}
