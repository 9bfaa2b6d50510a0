import { countVisit, paths, playerStore } from '@site/shared/site/site.ts';
import { useEffect, useRef } from 'react';
import type { Playback } from '../listening/playback.ts';

/** Closes the player and returns the focus to the card that started it. */
export function closePlayer(): void {
  const { place, close } = playerStore.getState();
  close();
  // Wait until the card shows its play button again.
  setTimeout(() => (place?.querySelector('button') ?? document.querySelector('main'))?.focus({ preventScroll: true }));
}

/** Counts one play of an episode's video (`play`) or audio (`listen`), however often the listener pauses it. */
export function useCountedPlay(event: 'play' | 'listen', slug: string, state: Playback['state']): void {
  const counted = useRef<string>(null);
  useEffect(() => {
    if (state !== 'playing' || counted.current === slug) return;
    counted.current = slug;
    countVisit(event, [paths.episode.href(slug)]);
  }, [event, state, slug]);
}
