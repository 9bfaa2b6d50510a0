import { type RefObject, useLayoutEffect } from 'react';

const PROPERTY = '--dock-height';

/**
 * Tells the page, as `--dock-height` on its root, how much of the window's lower edge the player takes; nothing while it stands in
 * its place. Whatever sticks to that edge too stands above it: `inset-block-end: var(--dock-height, 0px)`.
 */
export function useDockHeight(box: RefObject<HTMLElement | null>, isInPlace: boolean): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    if (!box.current || isInPlace) return;
    const element = box.current;
    const measure = () => {
      const height = `${element.offsetHeight}px`;
      style.setProperty(PROPERTY, height);
      // What the keyboard reaches comes into view above it.
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
