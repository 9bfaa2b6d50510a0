import type { Episode } from '@site/shared/contracts/episodes.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { videoAddress } from '../../gateways/videos/youtube-episode.ts';
import type { Env } from '../../platform/env.ts';
import type { EpisodeRow } from './episodes.repository.ts';

/** An episode as everybody sees it. */
export const toEpisode = (row: EpisodeRow, env: Pick<Env, 'SPOTIFY_SHOW_URL'>): Episode => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  description: row.description,
  publishedAt: toInstant(row.published_at),
  durationSeconds: row.duration_seconds,
  picture:
    row.picture_version === null || row.picture_color === null
      ? null
      : { base: `/thumbnails/${row.id}`, version: row.picture_version, color: row.picture_color },
  media: { kind: 'youtube', url: videoAddress(row.id) },
  spotifyUrl: row.spotify_url ?? env.SPOTIFY_SHOW_URL ?? '',
});
