import * as v from 'valibot';
import type { Calls } from './calls.ts';

/**
 * The first digits of a password's SHA-1, in hexadecimal: the only part that leaves the browser. Hundreds of leaked passwords share each
 * prefix.
 */
export const PasswordPrefixSchema = v.pipe(v.string(), v.regex(/^[0-9A-F]{5}$/));

/** The other 35 digits of each leaked password with this prefix. */
export const PasswordRangeSchema = v.object({ suffixes: v.array(v.string()) });

export const passwordCalls = {
  'GET /api/password-ranges/:prefix': {
    who: 'public',
    limit: { windowSeconds: 60, address: 120 },
    params: { prefix: PasswordPrefixSchema },
    answer: PasswordRangeSchema,
  },
} as const satisfies Calls;
