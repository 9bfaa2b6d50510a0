import { withoutDirectionMarks } from '@site/shared/texts/direction-marks.ts';
import * as v from 'valibot';
import type { EpisodeFacts } from './episode-source.ts';
import { videoAddress } from './youtube-address.ts';

/** Text without characters that the database rejects, and without direction marks that make readers see other words than are written. */
const text = v.pipe(
  v.string(),
  v.transform((value) => withoutDirectionMarks(value.toWellFormed().replace(/[^\P{Cc}\t\n\r]/gu, ''))),
);
/** A trimmed title. */
export const title = v.pipe(text, v.trim());

const ThumbnailSchema = v.object({ url: v.string(), width: v.optional(v.number(), 0) });
export const VideoSchema = v.object({
  id: v.string(),
  snippet: v.object({
    title,
    description: v.optional(text, ''),
    publishedAt: v.string(),
    thumbnails: v.optional(v.record(v.string(), ThumbnailSchema), {}),
    /** `upcoming` or `live` until a premiere or broadcast has become an ordinary video. */
    liveBroadcastContent: v.optional(v.string(), 'none'),
  }),
  contentDetails: v.object({
    duration: v.optional(v.string(), ''),
    contentRating: v.optional(v.object({ ytRating: v.optional(v.string()) }), {}),
  }),
  status: v.optional(v.object({ privacyStatus: v.optional(v.string()), embeddable: v.optional(v.boolean(), true) })),
});
/** A video as YouTube describes it (developers.google.com/youtube/v3/docs/videos). */
export type Video = v.InferOutput<typeof VideoSchema>;

/** Seconds. Shorter uploads are clips, not episodes. */
const MIN_DURATION_S = 120;
const VIDEO_ID = /^[\w-]{11}$/;
const SPOTIFY_LINK = /https:\/\/open\.spotify\.com\/[\w\-/]+/;

/** Returns the seconds of an ISO 8601 duration with days, hours, minutes and seconds. Returns 0 for anything else. */
export function parseDuration(duration: string): number {
  const match = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration);
  if (!match) return 0;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

/**
 * Returns the episode that a video is, or null. An episode has an id and a date, is longer than two minutes, and is neither upcoming nor
 * live.
 */
export function toEpisodeFacts({ id, snippet, contentDetails, status }: Video): EpisodeFacts | null {
  const duration = parseDuration(contentDetails.duration);
  const published = Date.parse(snippet.publishedAt);
  if (snippet.liveBroadcastContent !== 'none') return null;
  if (!VIDEO_ID.test(id) || duration <= MIN_DURATION_S || Number.isNaN(published)) return null;
  const { description } = snippet;
  const isExternal = status?.embeddable === false || contentDetails.contentRating.ytRating === 'ytAgeRestricted';
  const [best] = Object.values(snippet.thumbnails).toSorted((a, b) => b.width - a.width);
  return {
    id,
    title: snippet.title || id,
    description,
    published_at: new Date(published).toISOString(),
    duration_seconds: duration,
    picture_source: best?.url ?? null,
    spotify_url: SPOTIFY_LINK.exec(description)?.[0] ?? null,
    media: { kind: 'youtube', url: videoAddress(id), ...(isExternal ? { isExternal } : {}) },
  };
}
