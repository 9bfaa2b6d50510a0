import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { RichTextSchema } from '../rich-text/contract.ts';
import { LocaleSchema } from '../texts/locales.ts';
import type { Calls } from './calls.ts';
import { EbookSchema } from './ebooks.ts';
import { EpisodeSchema } from './episodes.ts';
import { POST_KINDS, POST_LIMITS, POST_VISIBILITIES } from './post-rules.ts';
import { createOptionalLineSchema, createTokenSchema } from './text.ts';

/** Readable part of a post's URL. It stays valid for ever: after the owner chose another slug, it redirects to the current one. */
export const PostSlugSchema = v.pipe(v.string(), v.maxLength(POST_LIMITS.slug), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/));

/** A post as a list shows it. */
export const ListedPostSchema = v.object({
  slug: PostSlugSchema,
  kind: v.picklist(POST_KINDS),
  title: v.string(),
  /** The owner's lead, or else the beginning of the text. */
  summary: v.string(),
  /** The language of the text: the requested one, or else the language of the original. */
  locale: LocaleSchema,
  tags: v.array(v.string()),
  publishedAt: InstantSchema,
  /** The reading time in minutes. */
  minutes: v.number(),
});
export type ListedPost = v.InferOutput<typeof ListedPostSchema>;

export const POST_PAGE_SIZE = 12;

export const PostListQuerySchema = v.object({
  locale: v.optional(LocaleSchema, 'pt-BR'),
  tag: v.optional(createOptionalLineSchema(POST_LIMITS.tag), ''),
  after: v.optional(createTokenSchema(200)),
  /** Only posts that were also sent by email. */
  mailed: v.optional(v.literal('1')),
});
export const PostListSchema = v.object({
  /** The posts of the page, newest first. */
  posts: v.array(ListedPostSchema),
  nextCursor: v.nullable(v.string()),
  /** Tags of all posts, most frequent first; at most twenty. */
  tags: v.array(v.string()),
});
export type PostList = v.InferOutput<typeof PostListSchema>;

export const PostQuerySchema = v.object({
  locale: v.optional(LocaleSchema, 'pt-BR'),
  /** Id of a draft that replaces the published text. */
  preview: v.optional(v.pipe(v.string(), v.uuid())),
});
/**
 * A post's page. `slug` differs from the requested one if the post has another slug now. It is empty in the preview of a post without one.
 */
export const PostSchema = v.object({
  ...ListedPostSchema.entries,
  slug: v.union([v.literal(''), PostSlugSchema]),
  lead: v.string(),
  body: RichTextSchema,
  /** The languages in which the post can be read. */
  locales: v.array(LocaleSchema),
  changedAt: InstantSchema,
  visibility: v.picklist(POST_VISIBILITIES),
  /** Episodes and ebooks in the text, without those that were removed. */
  episodes: v.array(EpisodeSchema),
  ebooks: v.array(EbookSchema),
});
export type Post = v.InferOutput<typeof PostSchema>;

export const postCalls = {
  'GET /api/posts': { who: 'public', kept: { about: ['texts'], maxEntries: 100 }, query: PostListQuerySchema, answer: PostListSchema },
  /** With a preview, the API ignores the slug. */
  'GET /api/posts/:slug': { who: 'public', params: { slug: v.string() }, query: PostQuerySchema, answer: PostSchema },
  /** Feed of the newest posts in full. */
  'GET /textos.xml': { who: 'public' },
} as const satisfies Calls;
