import * as v from 'valibot';
import { AppError } from '../base/app-error.ts';

const UuidSchema = v.pipe(v.string(), v.uuid());

export const isUuid = (id: string): boolean => v.is(UuidSchema, id);

/** The id of a row, as an address has it. Throws `not_found` for what is none, before the database is asked. */
export function requireUuid(id: string): string {
  if (!isUuid(id)) throw new AppError('not_found');
  return id;
}
