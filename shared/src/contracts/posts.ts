import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { RichTextSchema } from '../rich-text/contract.ts';
import { LocaleSchema } from '../texts/locales.ts';
import type { Calls } from './calls.ts';
import { EbookSchema } from './ebooks.ts';
import { EpisodeSchema } from './episodes.ts';
import { POST_KINDS, POST_LIMITS, POST_VISIBILITIES } from './post-rules.ts';
import { createOptionalLineSchema, createTokenSchema } from './text.ts';

/** Readable part of a post's address. It is given once and for ever; when the owner gives another, it leads there. */
export const PostSlugSchema = v.pipe(v.string(), v.maxLength(POST_LIMITS.slug), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/));

/** A post as a row of a list. */
export const ListedPostSchema = v.object({
  slug: PostSlugSchema,
  kind: v.picklist(POST_KINDS),
  title: v.string(),
  /** What the owner wrote below the title, or how the text begins. */
  summary: v.string(),
  /** The language that it is in: the one asked for, or that of the original. */
  locale: LocaleSchema,
  tags: v.array(v.string()),
  publishedAt: InstantSchema,
  /** How long it takes to read. */
  minutes: v.number(),
});
export type ListedPost = v.InferOutput<typeof ListedPostSchema>;

export const POST_PAGE_SIZE = 12;

export const PostListQuerySchema = v.object({
  locale: v.optional(LocaleSchema, 'pt-BR'),
  tag: v.optional(createOptionalLineSchema(POST_LIMITS.tag), ''),
  after: v.optional(createTokenSchema(200)),
  /** Only what readers also got as a letter. */
  mailed: v.optional(v.literal('1')),
});
export const PostListSchema = v.object({
  /** Newest first. */
  posts: v.array(ListedPostSchema),
  nextCursor: v.nullable(v.string()),
  /** Those of all posts, the most frequent first; at most twenty. */
  tags: v.array(v.string()),
});
export type PostList = v.InferOutput<typeof PostListSchema>;

export const PostQuerySchema = v.object({
  locale: v.optional(LocaleSchema, 'pt-BR'),
  /** The id of a draft that stands in the place of what is published. */
  preview: v.optional(v.pipe(v.string(), v.uuid())),
});
/** One post's page. `slug` differs from the asked one when the post has another address by now, and is empty in the preview of one that has none. */
export const PostSchema = v.object({
  ...ListedPostSchema.entries,
  slug: v.union([v.literal(''), PostSlugSchema]),
  lead: v.string(),
  body: RichTextSchema,
  /** The languages that it can be read in. */
  locales: v.array(LocaleSchema),
  changedAt: InstantSchema,
  visibility: v.picklist(POST_VISIBILITIES),
  /** What stands in the text and can be had; what was removed since is not there. */
  episodes: v.array(EpisodeSchema),
  ebooks: v.array(EbookSchema),
});
export type Post = v.InferOutput<typeof PostSchema>;

export const postCalls = {
  'GET /api/posts': { who: 'public', kept: { about: ['texts'], maxEntries: 100 }, query: PostListQuerySchema, answer: PostListSchema },
  /** With a preview the slug may be any. */
  'GET /api/posts/:slug': { who: 'public', params: { slug: v.string() }, query: PostQuerySchema, answer: PostSchema },
  /** The newest posts with all their words, for feed readers. */
  'GET /textos.xml': { who: 'public' },
} as const satisfies Calls;
