import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { type Calls, TEXT_BYTES } from './calls.ts';
import { type ContentKey, contentBlocks } from './content.ts';
import type { Permission } from './team.ts';

export const CONTENT_KEYS = Object.keys(contentBlocks) as ContentKey[];
export const ContentKeySchema = v.picklist(CONTENT_KEYS);

/** The blocks that are edited as settings. All other blocks are texts. */
export const SETTING_BLOCKS = [
  'brand',
  'contact',
  'links',
  'channel',
  'podcast',
  'podcast_categories',
  'currencies',
  'timeZone',
] as const satisfies readonly ContentKey[];

/**
 * The permission that a member of the team needs for each block. Legal texts and the shop's currencies need other permissions than the
 * rest.
 */
export const contentPermissions: Readonly<Record<ContentKey, Permission>> = {
  brand: 'site',
  home: 'content',
  author: 'content',
  featured_ebooks: 'content',
  closing: 'content',
  about: 'content',
  counters: 'content',
  offerings: 'content',
  timeline: 'content',
  testimonials: 'content',
  faq: 'content',
  saved_answers: 'content',
  contact: 'site',
  links: 'site',
  podcast: 'site',
  podcast_categories: 'site',
  currencies: 'money',
  timeZone: 'site',
  channel: 'site',
  terms: 'site',
  privacy: 'site',
};

/** A publication. Version 0 is the default in the code, which was never published. */
const publication = {
  version: v.number(),
  publishedBy: v.nullable(v.string()),
  publishedAt: v.nullable(InstantSchema),
};

/** The current publication of each block, without its text. */
export const AdminContentListSchema = v.object({ blocks: v.array(v.object({ key: ContentKeySchema, ...publication })) });

/** A block for the editor. Its schema in `contentBlocks` describes `body`. */
export const AdminContentSchema = v.object({ key: ContentKeySchema, ...publication, body: v.record(v.string(), v.unknown()) });
export type AdminContent = v.InferOutput<typeof AdminContentSchema>;

/** The block's own schema in `contentBlocks` checks the content. */
const body = v.custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
const version = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(999_999_999));

/** `expectedVersion`: the version that the editor started from. If there is a newer one, nothing is published: `changed_meanwhile`. */
export const PublishContentSchema = v.object({
  expectedVersion: version,
  body,
  /** The previous version that the owner restores. */
  restoredFrom: v.optional(v.nullable(version), null),
});

export const ContentDraftSchema = v.object({ body });
/** `preview` is a parameter of the page's address: everyone who has it sees the draft for an hour. */
export const ContentPreviewSchema = v.object({ preview: v.string() });

export const ContentHistoryQuerySchema = v.object({ before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/))) });
export const ContentHistorySchema = v.object({
  versions: v.array(v.object({ ...publication, restoredFrom: v.nullable(v.number()) })),
  /** The value of `before` that loads the next, older page. Null on the last page. */
  nextBefore: v.nullable(v.number()),
});

const params = { key: ContentKeySchema };
const ofVersion = { key: ContentKeySchema, version: v.pipe(v.string(), v.regex(/^\d{1,9}$/)) };

export const adminContentCalls = {
  'GET /api/admin/content': { who: 'content', answer: AdminContentListSchema },
  // Each text needs its own permission (`contentPermissions`), which the handler checks.
  'GET /api/admin/content/:key': { who: 'team', params, answer: AdminContentSchema },
  'PUT /api/admin/content/:key': {
    who: { least: 'team', recent: ['terms', 'privacy', 'contact', 'brand'] satisfies ContentKey[] },
    params,
    body: PublishContentSchema,
    bodyBytes: TEXT_BYTES,
    answer: AdminContentSchema,
  },
  'POST /api/admin/content/:key/preview': {
    who: 'team',
    params,
    body: ContentDraftSchema,
    bodyBytes: TEXT_BYTES,
    answer: ContentPreviewSchema,
  },
  'GET /api/admin/content/:key/versions': { who: 'team', params, query: ContentHistoryQuerySchema, answer: ContentHistorySchema },
  'GET /api/admin/content/:key/versions/:version': { who: 'team', params: ofVersion, answer: AdminContentSchema },
} as const satisfies Calls;
