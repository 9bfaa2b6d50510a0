import { createHash } from 'node:crypto';
import { appendLine, readLines } from '../state-files.ts';

/** Digests of all emails that were ever accepted, including those that the inbox no longer keeps. */
export type AcceptedEmails = {
  note: (to: string, messageId: string) => void;
  /** Returns the digests in the order of acceptance. */
  list: () => string[];
};

/** Returns the digest of an email to this address with this Message-ID. */
export const acceptedDigest = (to: string, messageId: string): string =>
  createHash('sha256').update(`${to.toLowerCase()}\n${messageId}`).digest('hex').slice(0, 32);

/** Opens the list, which has one line per email in `file`. */
export function openAcceptedEmails(file: string): AcceptedEmails {
  const lines = readLines(file);
  return {
    note: (to, messageId) => {
      const line = acceptedDigest(to, messageId);
      appendLine(file, line);
      lines.push(line);
    },
    list: () => lines,
  };
}
