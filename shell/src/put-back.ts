import { standingFor } from './same-place.ts';
import type { Touched } from './touched.ts';

/**
 * Browsers and extensions change a page before it is alive: a number becomes a link, a field gets an icon. React then draws that part anew.
 * This puts back what was typed there, and presses again what was being pressed: `during` is the event in which React drew.
 */
export function putBack(touched: Touched, during: Event | undefined): void {
  const [last] = [...touched.keys()].reverse();
  const pressed = during?.type === 'click' && during.target instanceof Element ? during.target.closest('button') : null;
  for (const [used, place] of touched) {
    const now = standingFor(used, place);
    if (now === used) continue;
    // Another part may be drawn anew later: what is typed until then is newer.
    touched.delete(used);
    if (used instanceof HTMLInputElement && now instanceof HTMLInputElement) {
      if (used.checked !== now.checked) now.click();
      else if (used.value !== now.value) type(HTMLInputElement, now, used.value);
    } else if (used instanceof HTMLTextAreaElement && now instanceof HTMLTextAreaElement && used.value !== now.value)
      type(HTMLTextAreaElement, now, used.value);
    if (used === last) (now as HTMLElement).focus({ preventScroll: true });
    if (used === pressed) (now as HTMLElement).click();
  }
}

/** React replaces `value` on each field that it draws, and takes what it set itself for nothing new. */
function type(kind: typeof HTMLInputElement | typeof HTMLTextAreaElement, field: Element, value: string): void {
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
