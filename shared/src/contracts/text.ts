import * as v from 'valibot';
import { isPlain, manyLines, oneLine } from '../texts/plain-text.ts';

/** One line that a person writes, or nothing, at most so many characters; it can stand in a mail header. */
export const lineOrNothingOf = (longest: number) => v.pipe(v.string(), v.transform(oneLine), v.maxLength(longest, 'too_long'));

/** One line that a person writes, at most so many characters. */
export const lineOf = (longest: number) => v.pipe(lineOrNothingOf(longest), v.minLength(1, 'required'));

/** Lines that a person writes, or nothing, at most so many characters. */
export const linesOrNothingOf = (longest: number) => v.pipe(v.string(), v.transform(manyLines), v.maxLength(longest, 'too_long'));

/** Lines that a person writes, at most so many characters. */
export const linesOf = (longest: number) => v.pipe(linesOrNothingOf(longest), v.minLength(1, 'required'));

/** A text that a program writes: an id, a token, an address. Taken as it is, or not at all. */
export const wordOf = (longest: number) => v.pipe(v.string(), v.maxLength(longest, 'too_long'), v.check(isPlain, 'invalid'));
