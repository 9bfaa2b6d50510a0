import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

type Touch = {
  readonly frame: RefObject<HTMLElement | null>;
  readonly onTurn: (by: 1 | -1) => void;
  /** Called after a tap on the middle of the page, or anywhere on a page that is larger than the window. */
  readonly onTap: () => void;
  /** Called after two taps or a double click, with the point. */
  readonly onDoubleTap: (x: number, y: number) => void;
};

/** A touch that moves less than this is a tap. A touch that moves at least `SWIPE_PX` sideways is a swipe. */
const TAP_PX = 10;
const SWIPE_PX = 45;
const TAP_MS = 400;
const SWIPE_MS = 800;
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 40;
/** Fraction of the width, at each side, where a tap turns the page. */
const EDGE = 0.25;

const isZoomedIn = (frame: HTMLElement): boolean => frame.scrollWidth > frame.clientWidth + 1 || (window.visualViewport?.scale ?? 1) > 1.01;
const isOnLink = (target: EventTarget | null): boolean => target instanceof Element && target.closest('a, button') !== null;
const isSelecting = (): boolean => getSelection()?.isCollapsed === false;

/**
 * Handles touch on a page. Swipes and taps at the edges turn it, a tap in the middle shows the tools, two fingers zoom. On a zoomed page a
 * swipe scrolls. A touch that selects text or presses a link does nothing else.
 */
export function useTouch({ frame, onTurn, onTap, onDoubleTap }: Touch): void {
  const down = useRef<{ id: number; x: number; y: number; at: number } | null>(null);
  const lastTap = useRef<{ x: number; y: number; at: number } | null>(null);
  const isMouse = useRef(false);

  const begin = useEffectEvent((event: PointerEvent) => {
    const { pointerType, isPrimary, pointerId: id, clientX: x, clientY: y, timeStamp: at, target } = event;
    const isLink = isOnLink(target);
    isMouse.current = pointerType === 'mouse';
    // A second finger or an existing selection means another gesture.
    down.current = pointerType === 'mouse' || !isPrimary || isLink || isSelecting() ? null : { id, x, y, at };
  });

  const end = useEffectEvent(({ pointerId, clientX: x, clientY: y, timeStamp: at }: PointerEvent) => {
    const start = down.current;
    const sheet = frame.current;
    down.current = null;
    if (!start || !sheet || start.id !== pointerId || isSelecting()) return;
    const [dx, dy, took] = [x - start.x, y - start.y, at - start.at];
    if (Math.abs(dx) < TAP_PX && Math.abs(dy) < TAP_PX && took < TAP_MS) tap(sheet, x, y, at);
    else if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > 1.5 * Math.abs(dy) && took < SWIPE_MS && !isZoomedIn(sheet)) onTurn(dx < 0 ? 1 : -1);
  });

  /** Browsers also report two taps as a double click. The taps were already handled, so that double click is ignored. */
  const doubleClick = useEffectEvent(({ clientX: x, clientY: y, target }: MouseEvent) => {
    if (!isMouse.current || isOnLink(target)) return;
    getSelection()?.removeAllRanges();
    onDoubleTap(x, y);
  });

  function tap(sheet: HTMLElement, x: number, y: number, at: number) {
    const { left, width } = sheet.getBoundingClientRect();
    const part = (x - left) / width;
    if (!isZoomedIn(sheet) && (part < EDGE || part > 1 - EDGE)) {
      lastTap.current = null;
      onTurn(part < EDGE ? -1 : 1);
      return;
    }
    const before = lastTap.current;
    const isDouble = before !== null && at - before.at < DOUBLE_TAP_MS && Math.hypot(x - before.x, y - before.y) < DOUBLE_TAP_PX;
    lastTap.current = isDouble ? null : { x, y, at };
    // The first of two taps toggled the tools: the second tap toggles them back.
    onTap();
    if (isDouble) onDoubleTap(x, y);
  }

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const cancel = () => {
      down.current = null;
    };
    element.addEventListener('pointerdown', begin);
    element.addEventListener('pointerup', end);
    element.addEventListener('pointercancel', cancel);
    element.addEventListener('dblclick', doubleClick);
    return () => {
      element.removeEventListener('pointerdown', begin);
      element.removeEventListener('pointerup', end);
      element.removeEventListener('pointercancel', cancel);
      element.removeEventListener('dblclick', doubleClick);
    };
  }, [frame]);
}
