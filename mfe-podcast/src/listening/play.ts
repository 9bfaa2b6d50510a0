import type { Episode } from '@site/shared/contracts/episodes.ts';
import { type Medium, playerStore } from '@site/shared/site/site.ts';
import { keepChoice, readChoice } from './choices.ts';

/** The visitor's last choice between audio and video, kept on the device. */
const KEY = 'player-medium';

/** Returns in which ways the site itself can play an episode. A video that only its provider plays is not one of them. */
export const playableAs = ({ audio, media }: Pick<Episode, 'audio' | 'media'>): readonly Medium[] => [
  ...(audio ? (['audio'] as const) : []),
  ...(media && !media.isExternal ? (['video'] as const) : []),
];

/** Plays an episode in the way that the visitor pressed. The choice is remembered where there was one. */
export function playAs(medium: Medium, episode: Episode, startSeconds: number | null, place: HTMLElement | null): void {
  if (playableAs(episode).length > 1) keepChoice(KEY, medium);
  playerStore.getState().play({ episode, medium, startSeconds }, place);
}

/**
 * Plays an episode from a moment: as it already plays, or else as the visitor chose last. Without a choice, the video plays. Does nothing
 * if the site cannot play the episode.
 */
export function seekTo(episode: Episode, startSeconds: number): void {
  const { playing, place, play } = playerStore.getState();
  const isPlaying = playing?.episode.id === episode.id;
  const ways = playableAs(episode);
  const medium = isPlaying ? playing.medium : (ways.find((way) => way === readChoice(KEY)) ?? ways.at(-1));
  // Without a place here, the picture on this page offers its own.
  if (medium) play({ episode, medium, startSeconds }, isPlaying ? place : null);
}
