import type { Episode } from '@site/shared/contracts/episodes.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import type { EpisodeRow } from './episodes.repository.ts';

/** The owner's picture, whose version is part of its name, or else the channel's. */
function toPicture({ id, own_picture_version, own_picture_color, picture_version, picture_color }: EpisodeRow): Episode['picture'] {
  if (own_picture_version !== null && own_picture_color !== null)
    return { base: `/thumbnails/${id}.${own_picture_version}`, version: own_picture_version, color: own_picture_color };
  if (picture_version === null || picture_color === null) return null;
  return { base: `/thumbnails/${id}`, version: picture_version, color: picture_color };
}

/** What every list tells of an episode. */
export const toEpisodeFacts = (row: EpisodeRow): Omit<Episode, 'spotifyUrl'> => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  description: row.description,
  publishedAt: toInstant(row.published_at),
  durationSeconds: row.duration_seconds,
  picture: toPicture(row),
  media: row.media,
});

/** An episode as everybody sees it. `showUrl`: where the whole podcast is heard elsewhere, for one that names no place of its own. */
export const toEpisode = (row: EpisodeRow, showUrl: string | null): Episode => ({
  ...toEpisodeFacts(row),
  spotifyUrl: row.spotify_url ?? showUrl ?? '',
});
