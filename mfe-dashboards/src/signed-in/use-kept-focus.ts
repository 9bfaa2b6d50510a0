import { useEffect } from 'react';

/** Elements that a screen reader can name and from which keyboard navigation can continue. */
const PLACES = 'li, ul, ol, tbody, table, article, section, form, fieldset, [role], main';

/**
 * If the focused element is removed, such as the row of a deleted message, moves the focus to its nearest remaining ancestor instead of the
 * start of the page.
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
    // A press elsewhere moves the focus on purpose. Removing an element also blurs it, but then the element is gone.
    const forget = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) return;
      queueMicrotask(() => {
        if (focused === target && focused?.isConnected) focused = null;
      });
    };
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected) return;
      focused = null;
      // The code that removed the element may move the focus itself.
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
