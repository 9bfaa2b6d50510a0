import { type RefObject, useLayoutEffect } from 'react';

const PROPERTY = '--dock-height';

/**
 * Sets `--dock-height` on the root element to the height of the player at the window's lower edge. The property is absent while the player
 * covers its card. Other elements at that edge use `inset-block-end: var(--dock-height, 0px)` to stay above the player.
 */
export function useDockHeight(box: RefObject<HTMLElement | null>, isInPlace: boolean): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    if (!box.current || isInPlace) return;
    const element = box.current;
    const measure = () => {
      const height = `${element.offsetHeight}px`;
      style.setProperty(PROPERTY, height);
      // Makes the browser scroll a focused element to a position above the player.
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
