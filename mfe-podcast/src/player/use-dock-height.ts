import { type RefObject, useLayoutEffect, useState } from 'react';

type Size = 'small' | 'large';
const KEY = 'player-size';

/** How large the player stands in the corner: small until its viewer wants it otherwise, which the device remembers. */
export function useSize(): [size: Size, choose: (size: Size) => void] {
  const [size, setSize] = useState<Size>(kept);
  return [
    size,
    (next) => {
      setSize(next);
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // It holds for this page.
      }
    },
  ];
}

function kept(): Size {
  try {
    return localStorage.getItem(KEY) === 'large' ? 'large' : 'small';
  } catch {
    return 'small';
  }
}

const PROPERTY = '--dock-height';
/** Wider than this part of the window, the player is a bar along its lower edge, and no corner. */
const BAR = 0.6;

/**
 * Tells the page, as `--dock-height` on its root, how much of the window's lower edge the player takes: `0px` while it stands in
 * its place or in a corner. Whatever sticks to that edge too stands above it: `inset-block-end: var(--dock-height, 0px)`.
 */
export function useDockHeight(box: RefObject<HTMLElement | null>, isInPlace: boolean): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    if (!box.current || isInPlace) return;
    const element = box.current;
    const measure = () => {
      const isBar = element.offsetWidth > BAR * innerWidth;
      const height = `${Math.ceil(innerHeight - element.offsetTop)}px`;
      style.setProperty(PROPERTY, isBar ? height : '0px');
      // What the keyboard reaches comes into view above it.
      style.setProperty('scroll-padding-bottom', height);
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    addEventListener('resize', measure);
    return () => {
      resized.disconnect();
      removeEventListener('resize', measure);
      style.removeProperty(PROPERTY);
      style.removeProperty('scroll-padding-bottom');
    };
  }, [box, isInPlace]);
}
