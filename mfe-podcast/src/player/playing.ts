import { countVisit, paths, playerStore } from '@site/shared/site/site.ts';
import { useEffect, useRef } from 'react';
import type { Playback } from '../listening/playback.ts';

/** Closes the player and returns the focus to the place that started it. */
export function closePlayer(): void {
  const { place, close } = playerStore.getState();
  close();
  // Waits until the place shows its button again.
  setTimeout(() => (place?.querySelector('button') ?? document.querySelector('main'))?.focus({ preventScroll: true }));
}

/** Counts each episode once when it begins to play. */
export function useCountedPlay(slug: string, state: Playback['state']): void {
  const counted = useRef<string>(null);
  useEffect(() => {
    if (state !== 'playing' || counted.current === slug) return;
    counted.current = slug;
    countVisit('play', [paths.episode.href(slug)]);
  }, [state, slug]);
}
