import { createHash, randomInt } from 'node:crypto';

/** Crockford's alphabet, without characters that look alike. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** Returns a new code with 60 random bits, in groups that are easy to type. */
export const newAdminCode = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')).join('-');

/** Returns the digest of a code that the database stores. Case, dashes and look-alike characters of a typed code do not matter. */
export function hashAdminCode(code: string): string {
  const characters = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return createHash('sha256').update(characters).digest('hex');
}
