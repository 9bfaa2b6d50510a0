import { EPISODE_PAGE_SIZE, type EpisodeList } from '@site/shared/contracts/episodes.ts';
import { instant } from '@site/shared/dates/dates.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Deps } from '../../platform/deps.ts';
import { pageOfEpisodes } from './episodes.repository.ts';

/** A page of the channel as it was last read, newest first. */
export async function publicEpisodes({ data, env }: Pick<Deps, 'data' | 'env'>, after: string | undefined): Promise<EpisodeList> {
  const page = await pageOfEpisodes(data, decodeCursor(after), EPISODE_PAGE_SIZE);
  const last = page.episodes.at(-1);
  return {
    episodes: page.episodes.map((row) => ({
      id: row.id,
      title: row.title,
      description: row.description,
      publishedAt: instant(row.published_at),
      durationSeconds: row.duration_seconds,
      image: row.image_url,
      youtubeUrl: `https://www.youtube.com/watch?v=${encodeURIComponent(row.id)}`,
      spotifyUrl: row.spotify_url ?? env.SPOTIFY_SHOW_URL ?? '',
    })),
    total: page.total,
    nextCursor: page.more && last ? encodeCursor({ at: last.published_at, id: last.id }) : null,
    syncedAt: page.synced_at === null ? null : instant(page.synced_at),
    links: {
      youtube: env.YOUTUBE_CHANNEL_ID ? `https://www.youtube.com/channel/${env.YOUTUBE_CHANNEL_ID}` : null,
      spotify: env.SPOTIFY_SHOW_URL ?? null,
    },
  };
}
