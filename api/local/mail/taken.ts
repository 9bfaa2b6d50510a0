import { createHash } from 'node:crypto';
import { appendLine, readLines } from '../state-files.ts';

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
export function openTaken(file: string): Taken {
  const lines = readLines(file);
  return {
    note: (to, messageId) => {
      const line = takenDigest(to, messageId);
      appendLine(file, line);
      lines.push(line);
    },
    list: () => lines,
  };
}
