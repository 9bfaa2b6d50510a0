import type { Episode } from '@site/shared/contracts/episodes.ts';
import { type Medium, playerStore } from '@site/shared/site/site.ts';
import { keepChoice, readChoice } from './choices.ts';

/** Storage key of the visitor's last choice between audio and video on this device. */
const KEY = 'player-medium';

/** Returns the media in which this site can play an episode. A video that only its provider plays does not count. */
export const playableAs = ({ audio, media }: Pick<Episode, 'audio' | 'media'>): readonly Medium[] => [
  ...(audio ? (['audio'] as const) : []),
  ...(media && !media.isExternal ? (['video'] as const) : []),
];

/** Plays an episode in the medium that the visitor pressed. If the episode has both media, the choice is remembered. */
export function playAs(medium: Medium, episode: Episode, startSeconds: number | null, place: HTMLElement | null): void {
  if (playableAs(episode).length > 1) keepChoice(KEY, medium);
  playerStore.getState().play({ episode, medium, startSeconds }, place);
}

/**
 * Plays an episode from `startSeconds`: in the medium that is playing, or else in the medium that the visitor chose last, or else as video.
 * Does nothing if the site cannot play the episode.
 */
export function seekTo(episode: Episode, startSeconds: number): void {
  const { playing, place, play } = playerStore.getState();
  const isPlaying = playing?.episode.id === episode.id;
  const ways = playableAs(episode);
  const medium = isPlaying ? playing.medium : (ways.find((way) => way === readChoice(KEY)) ?? ways.at(-1));
  // A null `place` lets the episode's picture on this page offer itself as the place of the video.
  if (medium) play({ episode, medium, startSeconds }, isPlaying ? place : null);
}
