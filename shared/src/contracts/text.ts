import * as v from 'valibot';
import { isPlain, manyLines, oneLine } from '../texts/plain-text.ts';

/** One line that a person writes, or nothing, at most so many characters; it can stand in a mail header. */
export const createOptionalLineSchema = (longest: number) => v.pipe(v.string(), v.transform(oneLine), v.maxLength(longest, 'too_long'));

/** One line that a person writes, at most so many characters. */
export const createLineSchema = (longest: number) => v.pipe(createOptionalLineSchema(longest), v.minLength(1, 'required'));

/** Lines that a person writes, or nothing, at most so many characters. */
export const createOptionalLinesSchema = (longest: number) => v.pipe(v.string(), v.transform(manyLines), v.maxLength(longest, 'too_long'));

/** Lines that a person writes, at most so many characters. */
export const createLinesSchema = (longest: number) => v.pipe(createOptionalLinesSchema(longest), v.minLength(1, 'required'));

/** A text that a program writes: an id, a token, an address. Taken as it is, or not at all. */
export const createTokenSchema = (longest: number) => v.pipe(v.string(), v.maxLength(longest, 'too_long'), v.check(isPlain, 'invalid'));
