import { type RefObject, useEffect, useEffectEvent } from 'react';

type ReadingKeys = {
  readonly frame: RefObject<HTMLElement | null>;
  /** Whether the reader ignores keys, because a dialog over the book has the focus. */
  readonly isPaused: boolean;
  readonly onTurn: (by: 1 | -1) => void;
  readonly onEnd: (end: 'first' | 'last') => void;
  readonly onResize: (direction: 1 | -1) => void;
  /** Opens the search, or focuses its field. Returns false if the field already has the focus: then the browser's own search opens. */
  readonly onFind: () => boolean;
  readonly onEscape: () => void;
};

/** How far an arrow key scrolls a page that is larger than the window, in pixels. */
const ARROW_PX = 80;
/** Fraction of the window that stays visible when PgUp or PgDn scrolls. */
const KEPT = 0.1;

/**
 * Handles the keys of the reader. Arrows and PgUp/PgDn turn pages, Home and End go to the first and last page, + and − resize, Ctrl+F
 * searches. Keys in a text field are ignored. While the page continues in a direction, the key scrolls instead.
 */
export function useReadingKeys({ frame, isPaused, onTurn, onEnd, onResize, onFind, onEscape }: ReadingKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isPaused || event.defaultPrevented || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === 'f' && !event.shiftKey && onFind()) event.preventDefault();
      return;
    }
    if (isForField(event)) return;
    const action = actionOf(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  });

  function actionOf(key: string): (() => void) | null {
    switch (key) {
      case 'ArrowRight':
        return () => move(ARROW_PX, 0) || onTurn(1);
      case 'ArrowLeft':
        return () => move(-ARROW_PX, 0) || onTurn(-1);
      case 'ArrowDown':
        return () => move(0, ARROW_PX);
      case 'ArrowUp':
        return () => move(0, -ARROW_PX);
      case 'PageDown':
        return () => move(0, windowful()) || onTurn(1);
      case 'PageUp':
        return () => move(0, -windowful()) || onTurn(-1);
      case 'Home':
        return () => onEnd('first');
      case 'End':
        return () => onEnd('last');
      case '+':
      case '=':
        return () => onResize(1);
      case '-':
        return () => onResize(-1);
      case 'Escape':
        return onEscape;
      default:
        return null;
    }
  }

  const windowful = (): number => (frame.current?.clientHeight ?? 0) * (1 - KEPT);

  /** Scrolls. Returns false if the page did not continue in this direction. */
  function move(left: number, top: number): boolean {
    const sheet = frame.current;
    if (!sheet) return false;
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = sheet;
    const isMore =
      (left > 0 && scrollLeft + clientWidth < scrollWidth - 1) ||
      (left < 0 && scrollLeft > 0) ||
      (top > 0 && scrollTop + clientHeight < scrollHeight - 1) ||
      (top < 0 && scrollTop > 0);
    if (isMore) sheet.scrollBy({ left, top });
    return isMore;
  }

  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** A focused field keeps characters and arrow keys for itself. It does not use PgUp and PgDn. */
const isForField = ({ key, target }: KeyboardEvent): boolean =>
  !key.startsWith('Page') && target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
