import { currentElementFor } from './same-element.ts';
import type { UsedElements } from './used-elements.ts';

/**
 * Restores what the visitor typed before hydration, and repeats the press in progress. Browsers and extensions change a page before it
 * hydrates: a number becomes a link, a field gets an icon. React then renders the changed part again, and loses the typed text and the
 * press. `during`: the event in which React rendered.
 */
export function restoreInput(usedElements: UsedElements, during: Event | undefined): void {
  const [last] = [...usedElements.keys()].reverse();
  const pressed = during?.type === 'click' && during.target instanceof Element ? during.target.closest('button') : null;
  for (const [used, place] of usedElements) {
    const now = currentElementFor(used, place);
    if (now === used) continue;
    // Each element is restored once. Another part may be rendered again later, and text typed until then is newer.
    usedElements.delete(used);
    if (used instanceof HTMLInputElement && now instanceof HTMLInputElement) {
      if (used.checked !== now.checked) now.click();
      else if (used.value !== now.value) type(HTMLInputElement, now, used.value);
    } else if (used instanceof HTMLTextAreaElement && now instanceof HTMLTextAreaElement && used.value !== now.value)
      type(HTMLTextAreaElement, now, used.value);
    if (used === last) (now as HTMLElement).focus({ preventScroll: true });
    if (used === pressed) (now as HTMLElement).click();
  }
}

/**
 * Types into a field. React overrides `value` on each of its fields and ignores changes that it made itself, so this uses the prototype's
 * setter.
 */
function type(kind: typeof HTMLInputElement | typeof HTMLTextAreaElement, field: Element, value: string): void {
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
