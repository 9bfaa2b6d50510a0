import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';

export const EpisodeSchema = v.object({
  /** Id at the video provider. */
  id: v.string(),
  title: v.string(),
  description: v.string(),
  publishedAt: InstantSchema,
  durationSeconds: v.number(),
  image: v.string(),
  youtubeUrl: v.string(),
  spotifyUrl: v.string(),
});
export type Episode = v.InferOutput<typeof EpisodeSchema>;

export const EPISODE_PAGE_SIZE = 24;

export const EpisodeListQuerySchema = v.object({ after: v.optional(v.pipe(v.string(), v.maxLength(200))) });
export const EpisodeListSchema = v.object({
  episodes: v.array(EpisodeSchema),
  total: v.number(),
  nextCursor: v.nullable(v.string()),
  /** When the channel was last read, null before the first time. */
  syncedAt: v.nullable(InstantSchema),
  /** Where the channel and the show are at their providers; null for one that is not configured. */
  links: v.object({ youtube: v.nullable(v.string()), spotify: v.nullable(v.string()) }),
});
export type EpisodeList = v.InferOutput<typeof EpisodeListSchema>;
