import * as v from 'valibot';
import { isPlain, manyLines, oneLine } from '../texts/plain-text.ts';

/** A text as it was typed or pasted: a letter can come in up to four parts, and spaces twice, before it is composed and counted. */
const createTypedSchema = (longest: number) => v.pipe(v.string(), v.maxLength(4 * longest, 'too_long'));

/** One line that a person writes, or nothing, at most so many characters; it can stand in a mail header. */
export const createOptionalLineSchema = (longest: number) =>
  v.pipe(createTypedSchema(longest), v.transform(oneLine), v.maxLength(longest, 'too_long'));

/** One line that a person writes, at most so many characters. */
export const createLineSchema = (longest: number) => v.pipe(createOptionalLineSchema(longest), v.minLength(1, 'required'));

/** Lines that a person writes, or nothing, at most so many characters. */
export const createOptionalLinesSchema = (longest: number) =>
  v.pipe(createTypedSchema(longest), v.transform(manyLines), v.maxLength(longest, 'too_long'));

/** Lines that a person writes, at most so many characters. */
export const createLinesSchema = (longest: number) => v.pipe(createOptionalLinesSchema(longest), v.minLength(1, 'required'));

/** A text that a program writes: an id, a token, an address. Taken as it is, or not at all. */
export const createTokenSchema = (longest: number) => v.pipe(v.string(), v.maxLength(longest, 'too_long'), v.check(isPlain, 'invalid'));
