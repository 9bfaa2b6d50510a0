import { useEffect, useRef } from 'react';

/**
 * Moves the focus into the element that a press opened (`inside`), and back to the opening button (`outside`) when it closes. The two
 * elements replace each other on the page. Returns the refs of both.
 */
export function useFocusFollows<Inside extends HTMLElement>(isOpen: boolean) {
  const inside = useRef<Inside>(null);
  const outside = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // If another element has the focus by then, that element keeps the focus.
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (wasOpen.current !== isOpen && isLost) (isOpen ? inside : outside).current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { inside, outside };
}
