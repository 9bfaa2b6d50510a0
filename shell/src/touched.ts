import { placeOf } from './same-place.ts';

/** Elements that the visitor used, with their positions, the last one last. */
export type Touched = Map<Element, number>;

/** Records what the visitor uses until `signal` aborts, and all existing fields, which may already contain typed text. */
export function noteTouched(signal: AbortSignal): Touched {
  const touched = new Map<Element, number>();
  const note = ({ target }: { target: EventTarget | null }): void => {
    const used = target instanceof Element ? (target.closest('button') ?? target) : null;
    if (!used) return;
    const place = touched.get(used) ?? placeOf(used);
    touched.delete(used);
    touched.set(used, place);
  };
  for (const target of document.querySelectorAll('input:not([type=hidden]), textarea')) note({ target });
  for (const type of ['focusin', 'input', 'click']) document.addEventListener(type, note, { capture: true, signal });
  note({ target: document.activeElement });
  signal.addEventListener('abort', () => touched.clear());
  return touched;
}
