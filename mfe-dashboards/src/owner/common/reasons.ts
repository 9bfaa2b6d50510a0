import { getRefusedFields } from '@site/shared/contracts/errors.ts';
import { ApiError } from '@site/shared/site/site.ts';
import * as v from 'valibot';

/** Why fields are refused, by their paths in the contract. */
export type Reasons = Readonly<Record<string, string>>;

/** What the contract refuses of a value before it is sent: the same that the API would. */
export function reasonsOf(schema: v.GenericSchema, value: unknown): Reasons {
  const { issues } = v.safeParse(schema, value);
  return issues ? getRefusedFields(issues) : {};
}

/** The reasons with which the API refused fields. */
export const reasonsIn = (error: unknown): Reasons => (error instanceof ApiError ? error.fields : {});

/** Why a field is refused, or a part of it. */
export const findReason = (reasons: Reasons, field: string): string | undefined =>
  Object.entries(reasons).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1];
