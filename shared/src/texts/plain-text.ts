/** Marks that come along when text is copied, are not seen, and make what stands around them read otherwise than it is written. */
const UNSEEN = /[\u061C\u200B\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** `text` with a mark in the place of each half of a character, which neither a database nor a mail can carry. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\uFFFD');

/** No language puts nine marks on one letter. Composing sorts the marks of a letter, in a time that grows with the square of their number. */
const PILED_MARKS = /(\p{M}{8})\p{M}+/gu;

/** Removes the unseen signs first: between marks they would hide a pile of marks from the cut. */
const composed = (text: string): string => wellFormed(text).replace(UNSEEN, '').replace(PILED_MARKS, '$1').normalize('NFC');

/** What a person wrote as one line: no control characters or line breaks, no space twice or around it. */
export const oneLine = (text: string): string =>
  composed(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** What a person wrote as lines: one kind of line break, and no other control characters but tabs. */
export const manyLines = (text: string): string =>
  composed(text)
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .trim();

/** Whether a text that no person writes is what it seems: well-formed, in one line, without control characters. */
export const isPlain = (text: string): boolean => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);

/** The beginning of `text`, at most `most` UTF-16 units, as lengths are counted everywhere; no character is cut in two. */
export const cut = (text: string, most: number): string =>
  wellFormed(text)
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '');
