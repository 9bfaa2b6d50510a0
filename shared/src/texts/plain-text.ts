/** Invisible marks in copied text that change how the text around them is read. */
const UNSEEN = /[\u061C\u200B\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** Returns `text` with U+FFFD in place of each lone surrogate, which neither a database nor an email can contain. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\uFFFD');

/** No language needs nine marks on one letter. Normalization sorts the marks of a letter in quadratic time, so longer piles are cut. */
const PILED_MARKS = /(\p{M}{8})\p{M}+/gu;

/** Removes invisible characters first, because between marks they would hide a pile from the cut. */
const composed = (text: string): string => wellFormed(text).replace(UNSEEN, '').replace(PILED_MARKS, '$1').normalize('NFC');

/** Returns typed text as one line: without control characters, line breaks, double spaces or spaces around it. */
export const oneLine = (text: string): string =>
  composed(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Returns typed text as lines: with one kind of line break, and no control characters other than tabs. */
export const manyLines = (text: string): string =>
  composed(text)
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .trim();

/** Returns whether an id, a token or a URL is well-formed, on one line, and without control characters. */
export const isPlain = (text: string): boolean => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);

/** Returns the beginning of `text`, at most `most` UTF-16 units (the unit of all our lengths), without splitting a character. */
export const cut = (text: string, most: number): string =>
  wellFormed(text)
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '');
