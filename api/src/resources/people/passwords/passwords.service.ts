import { PasswordPrefixSchema } from '@site/shared/contracts/passwords.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Deps } from '../../../platform/deps.ts';
import { listCommonPasswords } from './common-passwords.ts';

/**
 * Returns the suffixes of leaked passwords whose digest begins with `prefix`. They come from the range service if it is configured and
 * answers, else from our own list. Throws `not_found` for an invalid prefix.
 */
export async function listLeakedSuffixes({ passwordRanges, log }: Pick<Deps, 'passwordRanges' | 'log'>, prefix: string): Promise<string[]> {
  if (!v.is(PasswordPrefixSchema, prefix)) throw new AppError('not_found');
  const known = await passwordRanges?.suffixesOf(prefix).catch((error: unknown) => {
    log.warn({ reason: error instanceof Error ? error.message : undefined }, 'could not query the leaked-password service');
    return null;
  });
  return [...(known ?? (await listCommonPasswords(prefix)))];
}
