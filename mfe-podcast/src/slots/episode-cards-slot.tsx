import type { Slots } from '@site/shared/federation/slots.ts';
import { EpisodeGrid } from '../episode/episode-grid.tsx';

export function Component({ episodes, headingLevel }: Slots['mfe-podcast']['episode-cards']) {
  return <EpisodeGrid episodes={episodes} headingLevel={headingLevel} />;
}
