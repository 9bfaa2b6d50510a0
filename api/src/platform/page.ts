import { AppError } from '../base/app-error.ts';
import { decodeCursor, encodeCursor, type IdForm, type Position } from './cursor.ts';

/** The start of a page in a list that can be read in both directions: after a row, before a row, or at the beginning. */
export type PageStart = { position: Position | null; isBackwards: boolean };

/** Returns the arguments of an SQL function that returns a page. */
export const pageOf = ({ position, isBackwards }: PageStart, size: number) => ({
  at: position?.at ?? null,
  id: position?.id ?? null,
  isBackwards,
  size,
});

/** Throws `invalid_input` for a cursor that `cursorsOf` did not make, and for both cursors at once. */
export function pageStartOf(query: { after?: string | undefined; before?: string | undefined }, idForm?: IdForm): PageStart {
  if (query.after && query.before) throw new AppError('invalid_input', { fields: { before: 'both' } });
  return { position: decodeCursor(query.after || query.before, idForm), isBackwards: Boolean(query.before) };
}

/** Returns the cursors around a page. `rows` are in the list's order. `more` says whether rows follow in the direction of reading. */
export function cursorsOf<Row>(
  rows: readonly Row[],
  more: boolean,
  { position, isBackwards }: PageStart,
  positionOf: (row: Row) => Position,
): { nextCursor: string | null; previousCursor: string | null } {
  const [first, last] = [rows.at(0), rows.at(-1)];
  const hasNext = isBackwards || more;
  const hasPrevious = isBackwards ? more : position !== null;
  return {
    nextCursor: last && hasNext ? encodeCursor(positionOf(last)) : null,
    previousCursor: first && hasPrevious ? encodeCursor(positionOf(first)) : null,
  };
}
