import * as v from 'valibot';
import { withAsciiDomain } from './form-rules.ts';
import { createOptionalLineSchema, createTokenSchema } from './text.ts';

/** Rows per page in every list of the admin area. */
export const ADMIN_PAGE_SIZE = 20;

/** Search words; an email address in them gets its stored form. A handle such as `@joão` is not an address. */
export const SearchWordsSchema = v.pipe(
  createOptionalLineSchema(100),
  v.transform((words) => (/[^@\s]@[^@\s]+\./.test(words) ? withAsciiDomain(words) : words)),
);

/** Returns the query fields of a list: search words, and one state of its rows. */
export const listFilters = <const States extends readonly string[]>(states: States) => ({
  q: v.optional(SearchWordsSchema, ''),
  state: v.optional(v.picklist(states)),
});

/** A calendar day from 1900 to 2999, such as `2026-03-01`, always in the site's time zone. */
export const DaySchema = v.pipe(
  v.string(),
  v.isoDate('invalid'),
  v.regex(/^(19|2)/, 'invalid'),
  v.check((day) => new Date(day).toJSON()?.slice(0, 10) === day, 'invalid'),
  v.brand('Day'),
);
export type Day = v.InferOutput<typeof DaySchema>;

/** The order of a list by age. By default the newest entries come first. */
export const byAge = { sort: v.optional(v.literal('oldest')) };

const CursorSchema = createTokenSchema(200);

/** `after`: the `nextCursor` of a page. `before`: its `previousCursor`. Neither: the first page. Both together are rejected. */
export const pageQuery = { after: v.optional(CursorSchema), before: v.optional(CursorSchema) };

/** Cursors of the next and the previous page; null where there is none. */
export const pageCursors = { nextCursor: v.nullable(v.string()), previousCursor: v.nullable(v.string()) };
