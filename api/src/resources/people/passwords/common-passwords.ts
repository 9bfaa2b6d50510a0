import { hash } from 'node:crypto';

const PREFIX_DIGITS = 5;

/** Splits the SHA-1 of a password into the prefix (`PasswordPrefixSchema`) and the suffix that the public range service uses. */
export function rangeOf(password: string): { prefix: string; suffix: string } {
  const digits = hash('sha1', password).toUpperCase();
  return { prefix: digits.slice(0, PREFIX_DIGITS), suffix: digits.slice(PREFIX_DIGITS) };
}

const capitalised = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

async function readRanges(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const ranges = new Map<string, string[]>();
  // The list is in lower case, but people often capitalize the first letter.
  for (const word of dictionary['passwords-common']) {
    for (const password of new Set([word, capitalised(word)])) {
      const { prefix, suffix } = rangeOf(password);
      const range = ranges.get(prefix);
      if (range) range.push(suffix);
      else ranges.set(prefix, [suffix]);
    }
  }
  return ranges;
}

let reading: ReturnType<typeof readRanges> | null = null;

/**
 * Returns the digests of the 50,000 most common passwords that begin with `prefix`, without the prefix. The list is read once, on the first
 * call.
 */
export async function listCommonPasswords(prefix: string): Promise<readonly string[]> {
  reading ??= readRanges();
  return (await reading).get(prefix) ?? [];
}
