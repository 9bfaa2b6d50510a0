import { usePlayback } from './playback.ts';

/** Returns the whole second at which an episode plays or is paused; null if it is not in the player. */
export const usePlayingSecond = (episodeId: string): number | null =>
  usePlayback((now) => (now?.episodeId === episodeId && now.seconds !== null ? Math.floor(now.seconds) : null));
