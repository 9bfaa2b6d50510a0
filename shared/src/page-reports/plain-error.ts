import { REPORT_LIMITS } from './report-limits.ts';

const FRAMES = 8;
const OWN_FRAME = /([\w$.<>]*)[ @(]*https?:\/\/[^/\s]+(\/_[sr]\/[\w./-]+?[.]js)(?:\?[^\s:]*)?:(\d+):(\d+)/;

/** An error's message without what could be somebody's: addresses, e-mails, long numbers, and everything in quotes but names of code. */
export const plainMessage = (message: string): string =>
  message
    .replace(/(reading |setting )?(["'`“])[^"'`”]*(?:\2|”|$)/g, (whole, isName?: string) => (isName ? whole : '…'))
    .replace(/\S+@\S+/g, '…')
    .replace(/\b[a-z][\w+.-]*:\/\/\S+/gi, '…')
    .replace(/\d{4,}/g, '…')
    .replace(/[^\P{Cc}]/gu, ' ')
    .slice(0, REPORT_LIMITS.message);

/** The lines of a stack that are in our own files, as `name /_s/file.js:1:2`; empty when none is: then the error is not ours. */
export const plainStack = (stack: string): string =>
  stack
    .split('\n')
    .flatMap((line) => {
      const [, name = '', file = '', row, column] = OWN_FRAME.exec(line) ?? [];
      return file ? [`${name.replace(/^(at|async)$/, '')} ${file}:${row}:${column}`.trim()] : [];
    })
    .slice(0, FRAMES)
    .join('\n')
    .slice(0, REPORT_LIMITS.stack);
