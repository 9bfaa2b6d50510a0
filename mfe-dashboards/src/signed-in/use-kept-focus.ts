import { useEffect } from 'react';

/** What a screen reader can name, and one can go on from with the keyboard. */
const PLACES = 'li, ul, ol, tbody, table, article, section, form, fieldset, [role], main';

/**
 * Where what has the focus is removed, such as the row of a message that was deleted, the focus goes to the nearest thing around it that
 * is still there, instead of the beginning of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: Element | null = null;
    let around: HTMLElement[] = [];
    const note = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : null;
      around = [];
      for (
        let place = focused?.parentElement?.closest<HTMLElement>(PLACES);
        place;
        place = place.parentElement?.closest<HTMLElement>(PLACES)
      )
        around.push(place);
    };
    // A press elsewhere takes the focus on purpose; what is removed loses it, too, and is gone then.
    const forget = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) return;
      queueMicrotask(() => {
        if (focused === target && focused?.isConnected) focused = null;
      });
    };
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected) return;
      focused = null;
      // Whoever removed it may know a better place.
      setTimeout(() => {
        if (document.activeElement && document.activeElement !== document.body) return;
        const place = around.find((one) => one.isConnected);
        if (!place) return;
        if (!place.hasAttribute('tabindex')) {
          place.tabIndex = -1;
          place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
        }
        place.focus({ preventScroll: true });
      });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', note);
    document.addEventListener('focusout', forget);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('focusout', forget);
    };
  }, []);
}
