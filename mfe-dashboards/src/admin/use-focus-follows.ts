import { useEffect, useRef } from 'react';

/**
 * Leads the focus where a press led: `inside` what it opened, and back `outside` to what opens it, since each takes the other's place.
 * Both refs are for what can be focused there.
 */
export function useFocusFollows<Inside extends HTMLElement>(isOpen: boolean) {
  const inside = useRef<Inside>(null);
  const outside = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // Who went on elsewhere meanwhile stays there.
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (wasOpen.current !== isOpen && isLost) (isOpen ? inside : outside).current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { inside, outside };
}
