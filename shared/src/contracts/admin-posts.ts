import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { RichTextSchema } from '../rich-text/contract.ts';
import { LOCALES, LocaleSchema } from '../texts/locales.ts';
import { ContentPreviewSchema } from './admin-content.ts';
import { listFilters, pageCursors, pageQuery } from './admin-lists.ts';
import { type Calls, TEXT_BYTES } from './calls.ts';
import { NEWS_KINDS, POST_KINDS, POST_LIMITS, POST_STATES, POST_VISIBILITIES } from './post-rules.ts';
import { PostSlugSchema } from './posts.ts';
import { createLineSchema, createOptionalLineSchema } from './text.ts';

/** A post in the owner's list. */
export const ListedAdminPostSchema = v.object({
  id: v.string(),
  /** Title in the original language; empty if there is none yet. */
  title: v.string(),
  kind: v.picklist(POST_KINDS),
  /** The post's slug. Null until the post is published or the owner enters a slug. */
  slug: v.nullable(PostSlugSchema),
  state: v.picklist(POST_STATES),
  visibility: v.picklist(POST_VISIBILITIES),
  publishAt: v.nullable(InstantSchema),
  firstPublishedAt: v.nullable(InstantSchema),
  editedAt: InstantSchema,
  /** Whether a draft differs from the published text. */
  isNew: v.boolean(),
  /** The subject of a draft that the site created by itself; null for others. */
  news: v.nullable(v.picklist(NEWS_KINDS)),
});
export type ListedAdminPost = v.InferOutput<typeof ListedAdminPostSchema>;

/** `q`: part of title or lead. Most recently edited first. */
export const AdminPostListQuerySchema = v.object({ ...listFilters(POST_STATES), ...pageQuery });
export const AdminPostListSchema = v.object({ posts: v.array(ListedAdminPostSchema), ...pageCursors });
export type AdminPostList = v.InferOutput<typeof AdminPostListSchema>;

const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(999_999_999));

/** The text of one language. It cannot be published without a title. */
const words = {
  title: createOptionalLineSchema(POST_LIMITS.title),
  lead: createOptionalLineSchema(POST_LIMITS.lead),
  body: RichTextSchema,
};
const PostDraftSchema = v.object({
  ...v.object(words).entries,
  revision: v.number(),
  savedBy: v.string(),
  savedAt: InstantSchema,
  /** Whether the draft of this language differs from the published text. */
  isNew: v.boolean(),
});
export type PostDraft = v.InferOutput<typeof PostDraftSchema>;

export const AdminPostSchema = v.object({
  ...ListedAdminPostSchema.entries,
  tags: v.array(v.string()),
  /** The languages in which the post is published. */
  locales: v.array(LocaleSchema),
  drafts: v.object({ [LOCALES[0]]: PostDraftSchema, [LOCALES[1]]: PostDraftSchema }),
  /** Incremented on every change except draft edits. */
  revision: v.number(),
  /** The time zone in which the owner schedules the post. */
  timeZone: v.string(),
});
export type AdminPost = v.InferOutput<typeof AdminPostSchema>;

export const NewPostSchema = v.object({ kind: v.picklist(POST_KINDS) });

export const EditedPostSchema = v.object({
  revision,
  kind: v.picklist(POST_KINDS),
  /** The slug that the owner typed. An empty slug keeps the current one, or derives one from the title when the post is published. */
  slug: v.pipe(
    v.string(),
    v.maxLength(POST_LIMITS.slug, 'too_long'),
    v.trim(),
    v.toLowerCase(),
    v.check((slug) => slug === '' || v.is(PostSlugSchema, slug), 'slug'),
  ),
  tags: v.pipe(
    v.array(createLineSchema(POST_LIMITS.tag)),
    v.maxLength(POST_LIMITS.tags, 'too_many'),
    v.transform((names) => [...new Set(names)]),
  ),
});

/** `revision` of the draft that the editor started from. If there is a newer one, nothing is saved: `changed_meanwhile`. */
export const SavedPostDraftSchema = v.object({ revision, ...words });
export type SavedPostDraft = v.InferOutput<typeof SavedPostDraftSchema>;

const drafts = v.object({ [LOCALES[0]]: revision, [LOCALES[1]]: revision });
/** The revisions of post and drafts that the owner saw. `at` null: now. Without `visibility` it stays unchanged. */
export const PublishPostSchema = v.object({
  revision,
  drafts,
  at: v.nullable(v.pipe(InstantSchema, v.regex(/^20\d\d-/, 'invalid'))),
  visibility: v.optional(v.picklist(POST_VISIBILITIES)),
});

export const PostRevisionSchema = v.object({ revision });
/**
 * The revisions that the owner saw, as in `PublishPostSchema`. Restoring a version needs only the draft of its language. Pages of the
 * previous release send no drafts.
 */
export const SeenPostSchema = v.object({ revision, drafts: v.optional(drafts) });
export type SeenPost = v.InferOutput<typeof SeenPostSchema>;

export const PostVersionsQuerySchema = v.object({
  locale: v.optional(LocaleSchema, 'pt-BR'),
  before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/))),
});
const publication = { version: v.number(), title: v.string(), publishedBy: v.string(), publishedAt: InstantSchema };
/** Published versions in one language, newest first. */
export const PostVersionsSchema = v.object({
  versions: v.array(v.object({ ...publication, restoredFrom: v.nullable(v.number()) })),
  /** The value of `before` that loads the next, older page. Null on the last page. */
  nextBefore: v.nullable(v.number()),
});
export type PostVersions = v.InferOutput<typeof PostVersionsSchema>;
export const PostVersionSchema = v.object({ ...publication, lead: v.string(), body: RichTextSchema });
export type PostVersion = v.InferOutput<typeof PostVersionSchema>;

/** Largest file for a picture in a post, in bytes. */
export const LARGEST_POST_PICTURE = 20 * 1024 ** 2;

/** Requests an upload link for one file, which is sent with PUT, once. */
export const PostUploadRequestSchema = v.object({
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1, 'empty'), v.maxValue(LARGEST_POST_PICTURE, 'too_large')),
});
export const PostUploadSchema = v.object({ id: v.pipe(v.string(), v.uuid()), url: v.string() });
export const NewPostPictureSchema = v.object({ upload: v.pipe(v.string(), v.uuid('invalid')) });
/** The created picture, in the form in which a post refers to it. A picture that no post refers to is deleted after a month. */
export const PostPictureSchema = v.object({ base: v.string(), width: v.number(), height: v.number(), color: v.string() });
export type PostPicture = v.InferOutput<typeof PostPictureSchema>;

const params = { id: v.pipe(v.string(), v.uuid()) };
const ofLocale = { id: params.id, locale: LocaleSchema };
const ofVersion = { id: params.id, locale: LocaleSchema, version: v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/)) };

export const adminPostCalls = {
  'GET /api/admin/posts': { who: 'content', query: AdminPostListQuerySchema, answer: AdminPostListSchema },
  'POST /api/admin/posts': { who: 'content', body: NewPostSchema, answer: AdminPostSchema },
  'POST /api/admin/post-uploads': { who: 'content', body: PostUploadRequestSchema, answer: PostUploadSchema },
  'POST /api/admin/post-pictures': { who: 'content', body: NewPostPictureSchema, answer: PostPictureSchema },
  'GET /api/admin/posts/:id': { who: 'content', params, answer: AdminPostSchema },
  'PUT /api/admin/posts/:id': { who: 'content', params, body: EditedPostSchema, answer: AdminPostSchema },
  'DELETE /api/admin/posts/:id': { who: 'content', params, body: SeenPostSchema, answer: v.null() },
  'PUT /api/admin/posts/:id/drafts/:locale': {
    who: 'content',
    params: ofLocale,
    body: SavedPostDraftSchema,
    bodyBytes: TEXT_BYTES,
    answer: AdminPostSchema,
  },
  'POST /api/admin/posts/:id/preview': { who: 'content', params, answer: ContentPreviewSchema },
  'POST /api/admin/posts/:id/publication': { who: 'content', params, body: PublishPostSchema, answer: AdminPostSchema },
  'POST /api/admin/posts/:id/withdrawal': { who: 'content', params, body: PostRevisionSchema, answer: AdminPostSchema },
  'GET /api/admin/posts/:id/versions': { who: 'content', params, query: PostVersionsQuerySchema, answer: PostVersionsSchema },
  'GET /api/admin/posts/:id/versions/:locale/:version': { who: 'content', params: ofVersion, answer: PostVersionSchema },
  'POST /api/admin/posts/:id/versions/:locale/:version/restore': {
    who: 'content',
    params: ofVersion,
    body: SeenPostSchema,
    answer: AdminPostSchema,
  },
} as const satisfies Calls;
