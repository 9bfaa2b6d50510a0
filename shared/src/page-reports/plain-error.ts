import { cut } from '../texts/plain-text.ts';
import { REPORT_LIMITS } from './report-limits.ts';

const FRAMES = 8;
const OWN_FILE = /https?:\/\/[^/\s]+(\/_[sr]\/[\w./-]+?[.]js)(?:\?[^\s:]*)?:(\d+):(\d+)/;
/** Finds the function name before the file. Names are never longer than `LONGEST_NAME`. */
const NAME = /([\w$.<>]*)[ @(]*$/;
const LONGEST_NAME = 200;

/**
 * Returns an error's message without possibly personal data: URLs, email addresses, long numbers, and everything in quotes except names of
 * code.
 */
export const redactMessage = (message: string): string =>
  cut(
    message
      .replace(/(reading |setting )?(["'`“])[^"'`”]*(?:\2|”|$)/g, (whole, isName?: string) => (isName ? whole : '…'))
      .replace(/\S+@\S+/g, '…')
      .replace(/\b[a-z][\w+.-]*:\/\/\S+/gi, '…')
      .replace(/\d{4,}/g, '…')
      .replace(/[^\P{Cc}]/gu, ' '),
    REPORT_LIMITS.message,
  );

/**
 * Returns the lines of a stack that are in our own files, as `name /_s/file.js:1:2`. Empty if no line is in our files: then our code did
 * not cause the error.
 */
export const redactStack = (stack: string): string =>
  stack
    .split('\n')
    .flatMap((line) => {
      const found = OWN_FILE.exec(line);
      if (!found) return [];
      const [, file, row, column] = found;
      const name = NAME.exec(line.slice(Math.max(0, found.index - LONGEST_NAME), found.index))?.[1] ?? '';
      return [`${name.replace(/^(at|async)$/, '')} ${file}:${row}:${column}`.trim()];
    })
    .slice(0, FRAMES)
    .join('\n')
    .slice(0, REPORT_LIMITS.stack);
