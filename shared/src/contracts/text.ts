import * as v from 'valibot';
import { isPlain, manyLines, oneLine } from '../texts/plain-text.ts';

/** A typed or pasted text. Before normalization, one letter can consist of up to four characters, and spaces can be doubled. */
const createTypedSchema = (longest: number) => v.pipe(v.string(), v.maxLength(4 * longest, 'too_long'));

/** An optional line of text with at most `longest` characters. It is safe in an email header. */
export const createOptionalLineSchema = (longest: number) =>
  v.pipe(createTypedSchema(longest), v.transform(oneLine), v.maxLength(longest, 'too_long'));

/** A required line of text with at most `longest` characters. */
export const createLineSchema = (longest: number) => v.pipe(createOptionalLineSchema(longest), v.minLength(1, 'required'));

/** Optional lines of text with at most `longest` characters. */
export const createOptionalLinesSchema = (longest: number) =>
  v.pipe(createTypedSchema(longest), v.transform(manyLines), v.maxLength(longest, 'too_long'));

/** Required lines of text with at most `longest` characters. */
export const createLinesSchema = (longest: number) => v.pipe(createOptionalLinesSchema(longest), v.minLength(1, 'required'));

/** A text from a program, such as an id, a token or a URL. It is accepted unchanged or rejected. */
export const createTokenSchema = (longest: number) => v.pipe(v.string(), v.maxLength(longest, 'too_long'), v.check(isPlain, 'invalid'));
