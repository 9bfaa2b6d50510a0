import { type RefObject, useEffect, useState } from 'react';
import type { Room } from './zoom.ts';

/** Returns the size of an element's content box; 0 until it is known. */
export function useElementWidth(ref: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState<Room>({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    // The vertical scroll bar always has its space, so the width excludes that bar. A horizontal scroll bar must not make the page smaller,
    // so the height includes that bar.
    const measure = () => {
      const { paddingTop, paddingBottom, paddingLeft, paddingRight } = getComputedStyle(element);
      const width = Math.floor(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight));
      const height = Math.floor(element.offsetHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom));
      setRoom((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [ref]);
  return room;
}
