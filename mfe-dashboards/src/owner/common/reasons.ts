import { getRefusedFields } from '@site/shared/contracts/errors.ts';
import { ApiError } from '@site/shared/site/site.ts';
import * as v from 'valibot';

/** Reasons for refused fields, by their paths in the contract. */
export type Reasons = Readonly<Record<string, string>>;

/** Returns the problems that the contract finds in a value before it is sent. The API applies the same contract. */
export function reasonsOf(schema: v.GenericSchema, value: unknown): Reasons {
  const { issues } = v.safeParse(schema, value);
  return issues ? getRefusedFields(issues) : {};
}

/** Returns the reasons for which the API refused fields. */
export const reasonsIn = (error: unknown): Reasons => (error instanceof ApiError ? error.fields : {});

/** Returns why a field, or a part of it, was refused. */
export const findReason = (reasons: Reasons, field: string): string | undefined =>
  Object.entries(reasons).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1];
