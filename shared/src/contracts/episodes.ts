import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LocaleSchema } from '../texts/locales.ts';
import type { Calls } from './calls.ts';
import { EbookSchema } from './ebooks.ts';
import { ListeningPlaceSchema } from './listening-places.ts';
import { PictureSchema } from './pictures.ts';
import { createOptionalLineSchema, createTokenSchema } from './text.ts';

/** Widths in which each episode's picture is stored, in pixels, as AVIF and WebP. All are 16:9. */
export const THUMBNAIL_WIDTHS = [320, 480, 640, 960] as const;

/**
 * Readable part of an episode's URL. It stays valid for ever: after a new title, or after the owner chose another slug, it redirects to the
 * current one.
 */
export const EpisodeSlugSchema = v.pipe(v.string(), v.maxLength(100), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/));

/** The media to play, and its URL at the provider. */
export const EpisodeMediaSchema = v.object({
  kind: v.picklist(['youtube']),
  url: v.string(),
  /** Whether only the provider's own pages may play the video. */
  isExternal: v.optional(v.boolean()),
});
export type EpisodeMedia = v.InferOutput<typeof EpisodeMediaSchema>;

/** The audio of an episode. */
export const EpisodeAudioSchema = v.object({
  /** The URL of the audio file: a path on this site, or a URL at another host. */
  url: v.string(),
  type: v.picklist(['audio/mpeg', 'audio/mp4']),
  bytes: v.number(),
  seconds: v.number(),
});
export type EpisodeAudio = v.InferOutput<typeof EpisodeAudioSchema>;

export const EpisodeSchema = v.object({
  /** The episode's id: the provider's id of the video, or this site's own id for an episode that the owner created. */
  id: v.string(),
  slug: EpisodeSlugSchema,
  title: v.string(),
  description: v.string(),
  publishedAt: InstantSchema,
  durationSeconds: v.number(),
  /** The thumbnail on our own origin. Null until the site has fetched the thumbnail, or if the video has none. */
  picture: v.nullable(PictureSchema),
  /** The video. Null for an episode without one, and until the provider has supplied the video. */
  media: v.nullable(EpisodeMediaSchema),
  audio: v.nullable(EpisodeAudioSchema),
  /** The first podcast-platform link in the description, or else the show's link; empty if neither exists. */
  spotifyUrl: v.string(),
});
export type Episode = v.InferOutput<typeof EpisodeSchema>;

export const EPISODE_PAGE_SIZE = 24;

/** The slug and title of an episode or a series, for a link. */
const LinkSchema = v.object({ slug: EpisodeSlugSchema, title: v.string() });

export const EpisodeListQuerySchema = v.object({
  /** Search words: part of a title or description. Case and accents are ignored. */
  q: v.optional(createOptionalLineSchema(100), ''),
  /** The filter that the visitor chose, which is searched in titles and in the owner's categories. Empty: all episodes. */
  category: v.optional(createOptionalLineSchema(60), ''),
  after: v.optional(createTokenSchema(200)),
});
export const EpisodeListSchema = v.object({
  episodes: v.array(EpisodeSchema),
  /** Exact number of all episodes. For a search with more than a hundred results: 100. */
  total: v.number(),
  /** Whether there are more results than `total`. */
  isTotalCapped: v.boolean(),
  nextCursor: v.nullable(v.string()),
  /** The filters after "Todos", in the owner's order. */
  categories: v.array(v.string()),
  /** The time of the last successful sync of the channel. Null before the first one. */
  syncedAt: v.nullable(InstantSchema),
  /** Whether the episodes are examples, because no channel is configured. The page then says so. */
  isSample: v.boolean(),
  /** Other places where the podcast can be heard, in the owner's order. */
  places: v.array(ListeningPlaceSchema),
  /** The series with a visible episode. A list that the device stored before has none. */
  series: v.optional(v.array(LinkSchema)),
});
export type EpisodeList = v.InferOutput<typeof EpisodeListSchema>;

export const EpisodeQuerySchema = v.object({
  locale: v.optional(LocaleSchema, 'pt-BR'),
  /** Id of a draft that replaces the published text. */
  preview: v.optional(v.pipe(v.string(), v.uuid())),
});

/** The words of an episode as paragraphs. `startSeconds`: null for a plain text. `speaker`: null if unknown. */
export const PageTranscriptSchema = v.object({
  locale: LocaleSchema,
  paragraphs: v.array(v.object({ startSeconds: v.nullable(v.number()), speaker: v.nullable(v.string()), text: v.string() })),
});
export type PageTranscript = v.InferOutput<typeof PageTranscriptSchema>;

/** A post that shows the episode. */
export const EpisodePostSchema = v.object({ slug: v.string(), title: v.string(), locale: LocaleSchema });

/** An episode's page. If the requested slug is an old one, `episode.slug` is the current one. */
export const EpisodePageSchema = v.object({
  episode: EpisodeSchema,
  chapters: v.array(v.object({ startSeconds: v.number(), title: v.string() })),
  /**
   * The owner's notes, shown below the description. If there are no notes in the requested language, the API returns the notes in the other
   * language.
   */
  notes: v.nullable(v.object({ text: v.string(), locale: LocaleSchema })),
  /** The transcript in the requested language, or else in the other one. Null without a transcript. */
  transcript: v.nullable(PageTranscriptSchema),
  /** The ebooks that the owner chose, or else those that share terms with the episode; at most three. */
  ebooks: v.array(EbookSchema),
  /** The posts that show the episode, newest first; at most six. */
  posts: v.array(EpisodePostSchema),
  /** The series of the episode, with the episode's place among the visible ones of the series. */
  series: v.nullable(
    v.object({
      slug: EpisodeSlugSchema,
      title: v.string(),
      part: v.number(),
      parts: v.number(),
      previous: v.nullable(LinkSchema),
      next: v.nullable(LinkSchema),
    }),
  ),
  /** The episode published before this one, and the one after. */
  previous: v.nullable(LinkSchema),
  next: v.nullable(LinkSchema),
  /** Other places where the podcast can be heard, in the owner's order. */
  places: v.array(ListeningPlaceSchema),
  /** Whether the episode is an example, because no channel is configured. Its page then says so, and search engines do not index it. */
  isSample: v.boolean(),
});
export type EpisodePage = v.InferOutput<typeof EpisodePageSchema>;

/** Chapters in the format of podcast apps (podcast namespace, JSON chapters 1.2). */
export const EpisodeChaptersSchema = v.object({
  version: v.literal('1.2.0'),
  chapters: v.array(v.object({ startTime: v.number(), title: v.string() })),
});
export type EpisodeChapters = v.InferOutput<typeof EpisodeChaptersSchema>;

/** Number of episodes on each page of the feed. */
export const FEED_PAGE_SIZE = 200;
export const FeedQuerySchema = v.object({ page: v.optional(v.pipe(v.string(), v.maxLength(4), v.regex(/^[1-9]\d*$/)), '1') });

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
  /** The feed of all episodes for podcast apps, page by page (RFC 5005). */
  'GET /podcast.xml': { who: 'public', query: FeedQuerySchema },
} as const satisfies Calls;
