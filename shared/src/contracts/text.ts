import * as v from 'valibot';
import { isPlain, manyLines, oneLine } from '../texts/plain-text.ts';

/**
 * Returns the schema of a typed or pasted text. Before normalization, one letter can consist of up to four characters, and spaces can be
 * doubled.
 */
const createTypedSchema = (longest: number) => v.pipe(v.string(), v.maxLength(4 * longest, 'too_long'));

/** Returns the schema of an optional line of text with at most `longest` characters. The line is safe in an email header. */
export const createOptionalLineSchema = (longest: number) =>
  v.pipe(createTypedSchema(longest), v.transform(oneLine), v.maxLength(longest, 'too_long'));

/** Returns the schema of a required line of text with at most `longest` characters. */
export const createLineSchema = (longest: number) => v.pipe(createOptionalLineSchema(longest), v.minLength(1, 'required'));

/** Returns the schema of optional lines of text with at most `longest` characters. */
export const createOptionalLinesSchema = (longest: number) =>
  v.pipe(createTypedSchema(longest), v.transform(manyLines), v.maxLength(longest, 'too_long'));

/** Returns the schema of required lines of text with at most `longest` characters. */
export const createLinesSchema = (longest: number) => v.pipe(createOptionalLinesSchema(longest), v.minLength(1, 'required'));

/** Returns the schema of a text that no person typed, such as an id, a token or a URL. The text is accepted unchanged or rejected. */
export const createTokenSchema = (longest: number) => v.pipe(v.string(), v.maxLength(longest, 'too_long'), v.check(isPlain, 'invalid'));
