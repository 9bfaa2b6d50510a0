import { AppError } from '../base/app-error.ts';
import { decodeCursor, encodeCursor, type IdForm, type Position } from './cursor.ts';

/** Where a page of a list begins that is read in both directions: after a row, before one, or at the first. */
export type PageStart = { position: Position | null; isBackwards: boolean };

/** The arguments of an SQL function that answers a page. */
export const pageOf = ({ position, isBackwards }: PageStart, size: number) => ({
  at: position?.at ?? null,
  id: position?.id ?? null,
  isBackwards,
  size,
});

/** Throws `invalid_input` for what `cursorsOf` did not make, and for both at once. */
export function pageStartOf(query: { after?: string | undefined; before?: string | undefined }, idForm?: IdForm): PageStart {
  if (query.after && query.before) throw new AppError('invalid_input', { fields: { before: 'both' } });
  return { position: decodeCursor(query.after || query.before, idForm), isBackwards: Boolean(query.before) };
}

/** The cursors around a page, whose rows are in the list's order. `more`: there are rows beyond it in the direction of reading. */
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
