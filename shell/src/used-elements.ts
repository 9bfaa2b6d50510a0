import { placeOf } from './same-element.ts';

/** The elements that the visitor used, with their positions. The last one was used last. */
export type UsedElements = Map<Element, number>;

/** Records what the visitor uses until `signal` aborts, and all existing fields, which may already contain typed text. */
export function noteUsedElements(signal: AbortSignal): UsedElements {
  const usedElements = new Map<Element, number>();
  const note = ({ target }: { target: EventTarget | null }): void => {
    const used = target instanceof Element ? (target.closest('button') ?? target) : null;
    if (!used) return;
    const place = usedElements.get(used) ?? placeOf(used);
    usedElements.delete(used);
    usedElements.set(used, place);
  };
  for (const target of document.querySelectorAll('input:not([type=hidden]), textarea')) note({ target });
  for (const type of ['focusin', 'input', 'click']) document.addEventListener(type, note, { capture: true, signal });
  note({ target: document.activeElement });
  signal.addEventListener('abort', () => usedElements.clear());
  return usedElements;
}
