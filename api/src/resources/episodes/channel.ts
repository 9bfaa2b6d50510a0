import type { Video } from '../../gateways/videos/videos.ts';
import type { EpisodeRow } from './episodes.repository.ts';

/** Shorter uploads are clips, not episodes (specification §5). */
const MIN_DURATION_S = 120;
const VIDEO_ID = /^[\w-]{11}$/;
const SPOTIFY_LINK = /https:\/\/open\.spotify\.com\/[\w\-/]+/;

/** Seconds of an ISO 8601 duration of days, hours, minutes and seconds; 0 for anything else. */
export function secondsOf(duration: string): number {
  const match = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration);
  if (!match) return 0;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

/** The channel's uploads that are episodes: with an id, a date, a picture, and longer than two minutes. Each id once. */
export function episodesOf(videos: readonly Video[]): EpisodeRow[] {
  const rows = videos.flatMap((video): EpisodeRow[] => {
    const duration = secondsOf(video.contentDetails.duration);
    const image = video.snippet.thumbnails.high?.url ?? video.snippet.thumbnails.medium?.url;
    const published = Date.parse(video.snippet.publishedAt);
    if (!VIDEO_ID.test(video.id) || duration <= MIN_DURATION_S || Number.isNaN(published) || !image || !/^https?:/.test(image)) return [];
    const { title, description } = video.snippet;
    return [
      {
        id: video.id,
        title,
        description,
        published_at: new Date(published).toISOString(),
        duration_seconds: duration,
        image_url: image,
        spotify_url: SPOTIFY_LINK.exec(description)?.[0] ?? null,
      },
    ];
  });
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
