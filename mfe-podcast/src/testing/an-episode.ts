import type { Episode } from '@site/shared/contracts/episodes.ts';
import { toInstant } from '@site/shared/dates/dates.ts';

/** Returns episode `number` of a channel. */
export const anEpisode = (number: number, changes: Partial<Episode> = {}): Episode => ({
  id: `video-${number}`,
  slug: `episodio-${number}`,
  title: `Episódio ${number}`,
  description: `Sobre o que é o ${number}.\n\n00:00 Começo`,
  publishedAt: toInstant('2026-03-01T12:00:00Z'),
  durationSeconds: 2_841,
  picture: { base: `/thumbnails/${number}`, version: 'v1', color: '#c8694a' },
  media: { kind: 'youtube', url: `https://videos.test/${number}` },
  audio: null,
  spotifyUrl: `https://show.test/${number}`,
  ...changes,
});
