import * as v from 'valibot';
import { AppError } from '../base/app-error.ts';

const UuidSchema = v.pipe(v.string(), v.uuid());

export const isUuid = (id: string): boolean => v.is(UuidSchema, id);

/** Returns the row id from a path. Throws `not_found` when it is no UUID, before any query. */
export function requireUuid(id: string): string {
  if (!isUuid(id)) throw new AppError('not_found');
  return id;
}
