import * as v from 'valibot';
import { AppError } from '../base/app-error.ts';

/** The position of a row in a list: its time as the database wrote it, and its id. */
export type Position = { at: string; id: string };

const PositionSchema = v.tuple([v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(\+00:00|Z)$/)), v.string()]);
const ID_FORMS = {
  text: /^[\w-]{1,80}$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  number: /^\d{1,15}$/,
};
/** The format of the row ids in a list. */
export type IdForm = keyof typeof ID_FORMS;

/** Returns whether the date exists. `Date` turns February 31st into a day in March, and PostgreSQL has no year 0. */
function isMoment(at: string): boolean {
  const date = new Date(at);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 19) === at.slice(0, 19) && !at.startsWith('0000');
}

/** Returns an opaque cursor for `position`. */
export const encodeCursor = ({ at, id }: Position): string => Buffer.from(JSON.stringify([at, id])).toString('base64url');

/** Returns the position in `cursor`, or null without a cursor. Throws `invalid_input` for text that `encodeCursor` did not make. */
export function decodeCursor(cursor: string | undefined, idForm: IdForm = 'text'): Position | null {
  if (!cursor) return null;
  let json: unknown = null;
  try {
    json = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    // The cursor is not JSON. Its value stays null, which the schema below rejects.
  }
  const result = v.safeParse(PositionSchema, json);
  const valid = result.success && isMoment(result.output[0]) && ID_FORMS[idForm].test(result.output[1]);
  if (!valid) throw new AppError('invalid_input', { fields: { after: 'cursor' } });
  const [at, id] = result.output;
  return { at, id };
}
