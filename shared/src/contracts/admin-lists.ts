import * as v from 'valibot';
import { withAsciiDomain } from './form-rules.ts';
import { createOptionalLineSchema, createTokenSchema } from './text.ts';

/** Rows on a page of every list of the admin area. */
export const ADMIN_PAGE_SIZE = 20;

/** The words of a search, with an address as it is stored. A handle such as `@joão` is no address. */
export const SearchWordsSchema = v.pipe(
  createOptionalLineSchema(100),
  v.transform((words) => (/[^@\s]@[^@\s]+\./.test(words) ? withAsciiDomain(words) : words)),
);

/** Words, and one state of a list's rows. */
export const listFilters = <const States extends readonly string[]>(states: States) => ({
  q: v.optional(SearchWordsSchema, ''),
  state: v.optional(v.picklist(states)),
});

/** A day of the calendar from 1900 to 2999, such as `2026-03-01`, always in the site's time zone. */
export const DaySchema = v.pipe(
  v.string(),
  v.isoDate('invalid'),
  v.regex(/^(19|2)/, 'invalid'),
  v.check((day) => new Date(day).toJSON()?.slice(0, 10) === day, 'invalid'),
  v.brand('Day'),
);
export type Day = v.InferOutput<typeof DaySchema>;

/** Newest first, unless the oldest are asked for. */
export const byAge = { sort: v.optional(v.literal('oldest')) };

const CursorSchema = createTokenSchema(200);

/** `after` is the `nextCursor` of a page, `before` its `previousCursor`; neither is the first page, both are refused. */
export const pageQuery = { after: v.optional(CursorSchema), before: v.optional(CursorSchema) };

/** Where the pages beside this one begin; null where there is none. */
export const pageCursors = { nextCursor: v.nullable(v.string()), previousCursor: v.nullable(v.string()) };
