import { usePlayback } from './playback.ts';

/** Returns the whole second at which an episode plays or is paused. Null if the player has another episode or no episode. */
export const usePlayingSecond = (episodeId: string): number | null =>
  usePlayback((now) => (now?.episodeId === episodeId && now.seconds !== null ? Math.floor(now.seconds) : null));
