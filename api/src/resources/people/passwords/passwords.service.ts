import { PasswordPrefixSchema } from '@site/shared/contracts/passwords.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Deps } from '../../../platform/deps.ts';
import { listCommonPasswords } from './common-passwords.ts';

/**
 * How leaked passwords go on whose digest begins with `prefix`: by the range service, where one is configured and answers, else
 * by our own list. Throws `not_found` for what is no prefix.
 */
export async function listLeakedSuffixes({ passwordRanges, log }: Pick<Deps, 'passwordRanges' | 'log'>, prefix: string): Promise<string[]> {
  if (!v.is(PasswordPrefixSchema, prefix)) throw new AppError('not_found');
  const known = await passwordRanges?.suffixesOf(prefix).catch((error: unknown) => {
    log.warn({ reason: error instanceof Error ? error.message : undefined }, 'no leaked passwords from the range service');
    return null;
  });
  return [...(known ?? (await listCommonPasswords(prefix)))];
}
