import { useEffect, useEffectEvent, useState } from 'react';

/** The toolbars disappear when the mouse has not moved for this time, in milliseconds. */
const REST_MS = 3_000;

/**
 * Returns whether the toolbars are shown. They disappear while reading. A tap on the middle of the page, a mouse move or keyboard focus (by
 * the style sheet) shows them again. `isHeld` keeps them visible.
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
