/** Time per typed letter, per deleted letter, and for a complete phrase, in milliseconds. */
export const TYPE_MS = 100;
export const DELETE_MS = 50;
export const REST_MS = 1_500;

/** State of the typewriter: the number of visible letters of one phrase. */
export type Typed = { readonly phrase: number; readonly letters: number; readonly isDeleting: boolean };

/**
 * Returns the next state of the typewriter, and the delay until then. `lengths`: the lengths of all phrases. After the last phrase the
 * first one follows.
 */
export function nextTyped({ phrase, letters, isDeleting }: Typed, lengths: readonly number[]): { next: Typed; afterMs: number } {
  const length = lengths[phrase] ?? 0;
  if (!isDeleting && letters < length) return { next: { phrase, letters: letters + 1, isDeleting }, afterMs: TYPE_MS };
  if (!isDeleting) return { next: { phrase, letters: letters - 1, isDeleting: true }, afterMs: REST_MS };
  if (letters > 0) return { next: { phrase, letters: letters - 1, isDeleting }, afterMs: DELETE_MS };
  return { next: { phrase: (phrase + 1) % lengths.length, letters: 1, isDeleting: false }, afterMs: TYPE_MS };
}
