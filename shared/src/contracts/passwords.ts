import * as v from 'valibot';
import type { Calls } from './calls.ts';

/** How a password's SHA-1 begins, in hexadecimal: all that is told of it. Hundreds of others begin like it. */
export const PasswordPrefixSchema = v.pipe(v.string(), v.regex(/^[0-9A-F]{5}$/));

/** How leaked passwords of this prefix go on: the other 35 digits of each. */
export const PasswordRangeSchema = v.object({ suffixes: v.array(v.string()) });

export const passwordCalls = {
  'GET /api/password-ranges/:prefix': {
    who: 'public',
    limit: { windowSeconds: 60, address: 120 },
    params: { prefix: PasswordPrefixSchema },
    answer: PasswordRangeSchema,
  },
} as const satisfies Calls;
