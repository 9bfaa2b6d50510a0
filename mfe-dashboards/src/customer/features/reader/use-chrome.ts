import { useEffect, useEffectEvent, useState } from 'react';

/** A mouse that rests this long is not looking for a tool. */
const REST_MS = 3_000;

/**
 * Whether the tools around the page are shown. They go while the book is read, and come back with a tap on the middle of the
 * page, moves the mouse or reaches them by keyboard (the style sheet sees that). `isHeld` keeps them.
 */
export function useChrome(isHeld: boolean) {
  const [isShown, setShown] = useState(true);
  const rest = useEffectEvent(() => {
    if (!document.querySelector('[data-reading-tools]:hover')) setShown(false);
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const move = ({ pointerType, movementX, movementY }: PointerEvent) => {
      if (pointerType !== 'mouse' || (movementX === 0 && movementY === 0)) return;
      setShown(true);
      clearTimeout(timer);
      timer = setTimeout(rest, REST_MS);
    };
    document.addEventListener('pointermove', move);
    return () => {
      document.removeEventListener('pointermove', move);
      clearTimeout(timer);
    };
  }, []);
  return {
    isShown: isShown || isHeld,
    show: () => setShown(true),
    hide: () => setShown(false),
    toggle: () => setShown((before) => !before),
  };
}
