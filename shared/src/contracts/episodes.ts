import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LocaleSchema } from '../texts/locales.ts';
import type { Calls } from './calls.ts';
import { EbookSchema } from './ebooks.ts';
import { PictureSchema } from './pictures.ts';
import { createOptionalLineSchema, createTokenSchema } from './text.ts';

/** Widths in pixels in which the picture of each episode is stored, as AVIF and as WebP. All are 16:9. */
export const THUMBNAIL_WIDTHS = [320, 480, 640, 960] as const;

/** Readable part of an episode's address. It is given once and for ever; after a new title, or when the owner gives another, it leads there. */
export const EpisodeSlugSchema = v.pipe(v.string(), v.maxLength(100), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/));

/** What is played, and where it is at its provider. */
export const EpisodeMediaSchema = v.object({
  kind: v.picklist(['youtube']),
  url: v.string(),
  /** The provider plays it on its own pages only. */
  isExternal: v.optional(v.boolean()),
});
export type EpisodeMedia = v.InferOutput<typeof EpisodeMediaSchema>;

export const EpisodeSchema = v.object({
  /** Id at the source. */
  id: v.string(),
  slug: EpisodeSlugSchema,
  title: v.string(),
  description: v.string(),
  publishedAt: InstantSchema,
  durationSeconds: v.number(),
  /** The thumbnail on our own origin; null until it was fetched, or when the video has none. */
  picture: v.nullable(PictureSchema),
  /** Null for an example, and while its source has not said it. */
  media: v.nullable(EpisodeMediaSchema),
  /** First podcast-platform link of the description, else the show's; empty when neither is there. */
  spotifyUrl: v.string(),
});
export type Episode = v.InferOutput<typeof EpisodeSchema>;

export const EPISODE_PAGE_SIZE = 24;

export const EpisodeListQuerySchema = v.object({
  /** Case- and accent-insensitive substring of title or description. */
  q: v.optional(createOptionalLineSchema(100), ''),
  /** A chip's text, which is searched within the title and the categories that the owner gave; empty for all. */
  category: v.optional(createOptionalLineSchema(60), ''),
  after: v.optional(createTokenSchema(200)),
});
export const EpisodeListSchema = v.object({
  episodes: v.array(EpisodeSchema),
  /** How many there are in all, exactly; of a search that finds more than a hundred, 100. */
  total: v.number(),
  /** There are more than `total`. */
  isTotalCapped: v.boolean(),
  nextCursor: v.nullable(v.string()),
  /** The chips after "Todos", as the owner ordered them. */
  categories: v.array(v.string()),
  /** When the channel was last read without failure, null before the first time. */
  syncedAt: v.nullable(InstantSchema),
  /** No channel is configured: what is shown are examples and says so. */
  isSample: v.boolean(),
  /** Where the channel and the show are at their providers; null for one that is not configured. */
  links: v.object({ youtube: v.nullable(v.string()), spotify: v.nullable(v.string()) }),
});
export type EpisodeList = v.InferOutput<typeof EpisodeListSchema>;

export const EpisodeQuerySchema = v.object({
  locale: v.optional(LocaleSchema, 'pt-BR'),
  /** The id of a draft that stands in the place of what is published. */
  preview: v.optional(v.pipe(v.string(), v.uuid())),
});
const NeighbourSchema = v.object({ slug: EpisodeSlugSchema, title: v.string() });

/** One episode's page. `episode.slug` differs from the asked one when the episode has another address by now. */
export const EpisodePageSchema = v.object({
  episode: EpisodeSchema,
  chapters: v.array(v.object({ startSeconds: v.number(), title: v.string() })),
  /** What the owner wrote below the description, in the language asked for or else the other one. */
  notes: v.nullable(v.object({ text: v.string(), locale: LocaleSchema })),
  /** eBooks that the owner chose, else those that share terms with the episode; at most three. */
  ebooks: v.array(EbookSchema),
  /** The episode published before this one, and the one after. */
  previous: v.nullable(NeighbourSchema),
  next: v.nullable(NeighbourSchema),
  /** No channel is configured: this is an example, its page says so and search engines leave it out. */
  isSample: v.boolean(),
});
export type EpisodePage = v.InferOutput<typeof EpisodePageSchema>;

/** Chapters as podcast apps read them (podcast namespace, JSON chapters 1.2). */
export const EpisodeChaptersSchema = v.object({
  version: v.literal('1.2.0'),
  chapters: v.array(v.object({ startTime: v.number(), title: v.string() })),
});
export type EpisodeChapters = v.InferOutput<typeof EpisodeChaptersSchema>;

export const episodeCalls = {
  'GET /api/episodes': {
    who: 'public',
    kept: { about: ['episodes', 'texts'], maxEntries: 300 },
    query: EpisodeListQuerySchema,
    answer: EpisodeListSchema,
  },
  'GET /api/episodes/:slug': {
    who: 'public',
    params: { slug: EpisodeSlugSchema },
    query: EpisodeQuerySchema,
    answer: EpisodePageSchema,
  },
  'GET /api/episodes/:slug/chapters': { who: 'public', params: { slug: EpisodeSlugSchema }, answer: EpisodeChaptersSchema },
  /** The feed of the newest episodes for podcast apps. */
  'GET /podcast.xml': { who: 'public' },
} as const satisfies Calls;
