import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { ContentPreviewSchema } from './admin-content.ts';
import { UploadSchema } from './admin-ebooks.ts';
import { byAge, pageCursors, pageQuery, SearchWordsSchema } from './admin-lists.ts';
import { type Calls, TEXT_BYTES } from './calls.ts';
import { ChannelIdSchema } from './content.ts';
import { LARGEST_COVER } from './ebook-rules.ts';
import { EbookIdSchema } from './ebooks.ts';
import { EPISODE_KINDS, EPISODE_LIMITS } from './episode-rules.ts';
import { EpisodeSchema, EpisodeSlugSchema } from './episodes.ts';
import { createLineSchema, createOptionalLinesSchema } from './text.ts';

/**
 * Visibility of an episode. `draft` and `scheduled`: the owner's episode that was never published. `removed`: the channel no longer shows
 * it.
 */
export const EPISODE_STATES = ['shown', 'draft', 'scheduled', 'hidden', 'removed'] as const;
export type EpisodeState = (typeof EPISODE_STATES)[number];

/**
 * Filters of the list of episodes. `draft`: never published, including scheduled ones. `pictureless`: on the channel, but without any
 * picture.
 */
export const EPISODE_FILTERS = ['shown', 'draft', 'hidden', 'pictureless', 'removed'] as const;

/** An episode in the owner's list. */
export const ListedEpisodeSchema = v.object({
  ...v.pick(EpisodeSchema, ['id', 'slug', 'title', 'publishedAt', 'durationSeconds', 'picture']).entries,
  state: v.picklist(EPISODE_STATES),
  /** The creator of the episode. `own`: the owner created the episode on this site. */
  origin: v.picklist(['channel', 'own']),
});
export type ListedEpisode = v.InferOutput<typeof ListedEpisodeSchema>;

/** `q`: part of title or description. Without `state`: all episodes, including those that left the channel. */
export const AdminEpisodeListQuerySchema = v.object({
  q: v.optional(SearchWordsSchema, ''),
  state: v.optional(v.picklist(EPISODE_FILTERS)),
  ...byAge,
  ...pageQuery,
});
export const AdminEpisodeListSchema = v.object({ episodes: v.array(ListedEpisodeSchema), ...pageCursors });
export type AdminEpisodeList = v.InferOutput<typeof AdminEpisodeListSchema>;

/** The place of an episode in the podcast, for podcast apps. */
const numbering = {
  season: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(EPISODE_LIMITS.season))),
  number: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(EPISODE_LIMITS.number))),
  kind: v.picklist(EPISODE_KINDS),
};

/** Title and description of an episode that the owner created. The channel provides these for all other episodes. */
const words = {
  title: createLineSchema(EPISODE_LIMITS.title),
  /** The description. Lines such as `12:30 Title` become chapters. */
  description: createOptionalLinesSchema(EPISODE_LIMITS.description),
};

/** The owner's edits to an episode, in addition to the channel's data. */
const edits = {
  isHidden: v.boolean(),
  /** The slug that the owner chose. Empty: derived from the title. */
  ownSlug: v.pipe(
    v.string(),
    v.maxLength(EPISODE_LIMITS.slug, 'too_long'),
    v.trim(),
    v.toLowerCase(),
    v.check((slug) => slug === '' || v.is(EpisodeSlugSchema, slug), 'slug'),
  ),
  categories: v.pipe(
    v.array(createLineSchema(EPISODE_LIMITS.category)),
    v.maxLength(EPISODE_LIMITS.categories, 'too_many'),
    v.transform((names) => [...new Set(names)]),
  ),
  /**
   * Notes that the page shows below the description. An empty line separates paragraphs. If one language is empty, the page shows the other
   * one.
   */
  notes: v.object({ 'pt-BR': createOptionalLinesSchema(EPISODE_LIMITS.notes), en: createOptionalLinesSchema(EPISODE_LIMITS.notes) }),
  /** The books on the episode's page, in order. If empty, the page shows books whose titles share words with the episode. */
  ebooks: v.pipe(
    v.array(EbookIdSchema),
    v.maxLength(EPISODE_LIMITS.ebooks, 'too_many'),
    v.check((ids) => new Set(ids).size === ids.length, 'taken'),
  ),
};

export const AdminEpisodeSchema = v.object({
  ...ListedEpisodeSchema.entries,
  ...v.pick(EpisodeSchema, ['description', 'media', 'audio']).entries,
  ...numbering,
  /** The time when a scheduled episode will be published. */
  publishAt: v.nullable(InstantSchema),
  ...v.object(edits).entries,
  /** Whether the owner's picture replaces the channel's picture. */
  hasOwnPicture: v.boolean(),
  /** The version of the episode. It increases with each change, so that nobody overwrites unseen changes. */
  revision: v.number(),
  /** The podcast page's filters, in the owner's order. */
  themes: v.array(v.string()),
});
export type AdminEpisode = v.InferOutput<typeof AdminEpisodeSchema>;

const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(999_999_999));

/** The owner's edits. A missing field stays unchanged, because pages of the previous release do not send all fields. */
export const EpisodeDraftSchema = v.object({ ...edits, ...v.partial(v.object({ ...words, ...numbering })).entries });
export type EpisodeDraft = v.InferOutput<typeof EpisodeDraftSchema>;
export const EditedEpisodeSchema = v.object({ ...EpisodeDraftSchema.entries, revision });

/** A free slug for an episode: the requested one, or a similar one. */
export const FreeSlugQuerySchema = v.object({ slug: EpisodeSlugSchema });
export const FreeSlugSchema = v.object({ slug: EpisodeSlugSchema });

export const PictureUploadRequestSchema = v.object({
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1, 'empty'), v.maxValue(LARGEST_COVER, 'too_large')),
});
/** `upload: null` restores the channel's picture. */
export const EpisodePictureSchema = v.object({ upload: v.nullable(v.pipe(v.string(), v.uuid('invalid'))), revision });

/** An id, a handle or the URL of a page of the channel. */
export const LookUpChannelSchema = v.object({ channel: createLineSchema(500) });
export const FoundChannelSchema = v.object({
  id: ChannelIdSchema,
  title: v.string(),
  /** The channel's handle, such as `@name`. Null if the channel has none. */
  handle: v.nullable(v.string()),
  /** The number of public videos of the channel. */
  videos: v.number(),
});
export type FoundChannel = v.InferOutput<typeof FoundChannelSchema>;

/** The channel that is synced, and the result of the last sync. */
export const ChannelSchema = v.object({
  /** The channel that the site syncs, or null. Its `url` is null if the site has no key for the provider. */
  channel: v.nullable(v.object({ id: v.string(), url: v.nullable(v.string()) })),
  isReading: v.boolean(),
  /** The result of the last sync. Null before the first sync. */
  lastReading: v.nullable(
    v.object({
      at: InstantSchema,
      /** The problem of the last sync: a `ChannelProblem`, or the original error. Null after a successful sync. */
      error: v.nullable(v.string()),
      /** How many episodes the sync added or restored, changed, and removed. */
      added: v.number(),
      changed: v.number(),
      removed: v.number(),
    }),
  ),
  /** The time of the last complete sync of the channel. */
  syncedAt: v.nullable(InstantSchema),
  shown: v.number(),
  hidden: v.number(),
});
export type Channel = v.InferOutput<typeof ChannelSchema>;

export const adminEpisodeCalls = {
  'GET /api/admin/channel': { who: 'content', answer: ChannelSchema },
  'POST /api/admin/channel-lookups': {
    who: 'site',
    limit: { windowSeconds: 600, person: 30, address: 100 },
    body: LookUpChannelSchema,
    answer: FoundChannelSchema,
  },
  'GET /api/admin/episodes': { who: 'content', query: AdminEpisodeListQuerySchema, answer: AdminEpisodeListSchema },
  'GET /api/admin/episodes/:id': { who: 'content', params: { id: v.string() }, answer: AdminEpisodeSchema },
  'PUT /api/admin/episodes/:id': {
    who: 'content',
    params: { id: v.string() },
    body: EditedEpisodeSchema,
    bodyBytes: TEXT_BYTES,
    answer: AdminEpisodeSchema,
  },
  'GET /api/admin/episodes/:id/free-slug': {
    who: 'content',
    params: { id: v.string() },
    query: FreeSlugQuerySchema,
    answer: FreeSlugSchema,
  },
  'POST /api/admin/episodes/:id/preview': {
    who: 'content',
    params: { id: v.string() },
    body: EpisodeDraftSchema,
    bodyBytes: TEXT_BYTES,
    answer: ContentPreviewSchema,
  },
  'POST /api/admin/episodes/:id/picture-uploads': {
    who: { least: 'content', recent: true },
    params: { id: v.string() },
    body: PictureUploadRequestSchema,
    answer: UploadSchema,
  },
  'PUT /api/admin/episodes/:id/picture': {
    who: 'content',
    params: { id: v.string() },
    body: EpisodePictureSchema,
    answer: AdminEpisodeSchema,
  },
} as const satisfies Calls;
