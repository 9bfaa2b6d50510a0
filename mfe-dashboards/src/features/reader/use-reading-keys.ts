import { type RefObject, useEffect, useEffectEvent } from 'react';

type ReadingKeys = {
  readonly frame: RefObject<HTMLElement | null>;
  /** Something that lies over the book has the keyboard. */
  readonly isPaused: boolean;
  readonly onTurn: (by: 1 | -1) => void;
  readonly onResize: (direction: 1 | -1) => void;
};

/** Arrows and PgUp/PgDn turn pages, + and − resize them, wherever the focus is but in a field. */
export function useReadingKeys({ frame, isPaused, onTurn, onResize }: ReadingKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isPaused || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isForField(event)) return;
    const action = actionOf(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  });

  function actionOf(key: string): (() => void) | null {
    const sheet = frame.current;
    switch (key) {
      // While there is more of the page in that direction, the key scrolls as everywhere.
      case 'ArrowRight':
        return sheet && sheet.scrollLeft + sheet.clientWidth < sheet.scrollWidth - 1 ? null : () => onTurn(1);
      case 'ArrowLeft':
        return sheet && sheet.scrollLeft > 0 ? null : () => onTurn(-1);
      case 'PageDown':
        return sheet && sheet.getBoundingClientRect().bottom > window.innerHeight + 1 ? null : () => onTurn(1);
      case 'PageUp':
        return window.scrollY > 0 && sheet && sheet.getBoundingClientRect().top < 0 ? null : () => onTurn(-1);
      case '+':
      case '=':
        return () => onResize(1);
      case '-':
        return () => onResize(-1);
      default:
        return null;
    }
  }

  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Letters, signs and arrows belong to a field that is typed into; PgUp and PgDn do nothing there. */
const isForField = ({ key, target }: KeyboardEvent): boolean =>
  !key.startsWith('Page') && target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
