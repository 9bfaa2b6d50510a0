import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** What every mail that was ever taken leaves behind, also when the inbox keeps it no more. */
export type Taken = {
  note: (to: string, messageId: string) => void;
  /** In the order in which they came. */
  list: () => string[];
};

/** A mail to this address with this Message-ID. */
export const takenDigest = (to: string, messageId: string): string =>
  createHash('sha256').update(`${to.toLowerCase()}\n${messageId}`).digest('hex').slice(0, 32);

/** Keeps a line for each mail in `file`. */
export const openTaken = (file: string): Taken => ({
  note: (to, messageId) => appendFileSync(file, `${takenDigest(to, messageId)}\n`, { mode: 0o600 }),
  list: () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []),
});
