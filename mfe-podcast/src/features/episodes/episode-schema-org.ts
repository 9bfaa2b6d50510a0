import type { Episode } from '@site/shared/contracts/episodes.ts';
import { pictureSource } from '@site/shared/contracts/pictures.ts';

/** The episodes as schema.org videos, for search engines. */
export const videosOf = (episodes: readonly Episode[]): Readonly<Record<string, unknown>>[] =>
  episodes.map((episode) => ({
    '@type': 'VideoObject',
    name: episode.title,
    description: episode.description || episode.title,
    ...(episode.picture ? { thumbnailUrl: pictureSource(episode.picture, 960, 'webp') } : {}),
    uploadDate: episode.publishedAt,
    duration: `PT${episode.durationSeconds}S`,
    url: episode.youtubeUrl,
  }));
