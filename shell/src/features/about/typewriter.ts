/** How long a letter takes to come, to go, and how long a whole phrase stays. */
export const TYPE_MS = 100;
export const DELETE_MS = 50;
export const REST_MS = 1_500;

/** What the typewriter shows: so many letters of one of its phrases. */
export type Typed = { readonly phrase: number; readonly letters: number; readonly isDeleting: boolean };

/** What comes after `typed`, and in how long; `lengths` are those of all phrases, which follow each other in a circle. */
export function nextTyped({ phrase, letters, isDeleting }: Typed, lengths: readonly number[]): { next: Typed; afterMs: number } {
  const length = lengths[phrase] ?? 0;
  if (!isDeleting && letters < length) return { next: { phrase, letters: letters + 1, isDeleting }, afterMs: TYPE_MS };
  if (!isDeleting) return { next: { phrase, letters: letters - 1, isDeleting: true }, afterMs: REST_MS };
  if (letters > 0) return { next: { phrase, letters: letters - 1, isDeleting }, afterMs: DELETE_MS };
  return { next: { phrase: (phrase + 1) % lengths.length, letters: 1, isDeleting: false }, afterMs: TYPE_MS };
}
