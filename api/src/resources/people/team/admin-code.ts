import { createHash, randomInt } from 'node:crypto';

/** Crockford's: nothing in it is taken for something else. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** A new code of 60 random bits, in groups that can be typed. */
export const newAdminCode = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')).join('-');

/** What the database keeps of a code; of a typed one, however its letters and dashes are written. */
export function hashAdminCode(code: string): string {
  const signs = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return createHash('sha256').update(signs).digest('hex');
}
