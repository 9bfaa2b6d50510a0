import type { Episode } from '@site/shared/contracts/episodes.ts';
import type { Ref } from 'react';
import { EpisodeCard } from './episode-card.tsx';
import css from './episode-grid.module.css';

type EpisodeGridProps = {
  readonly episodes: readonly Episode[];
  readonly headingLevel: 2 | 3;
  /** The number of pictures that are probably visible at first. The first picture is the page's largest image. */
  readonly eager?: number;
  /** The id of the episode whose title can be focused through `titleRef`. */
  readonly marked?: { readonly index: number; readonly titleRef: Ref<HTMLHeadingElement> };
  readonly isBusy?: boolean;
};

export function EpisodeGrid({ episodes, headingLevel, eager = 0, marked, isBusy = false }: EpisodeGridProps) {
  return (
    <ul className={css.grid} aria-busy={isBusy || undefined}>
      {episodes.map((episode, index) => (
        <li key={episode.id} data-below>
          <EpisodeCard
            episode={episode}
            headingLevel={headingLevel}
            loading={index >= eager ? 'lazy' : index === 0 ? 'first' : 'eager'}
            {...(index === marked?.index ? { titleRef: marked.titleRef } : {})}
          />
        </li>
      ))}
    </ul>
  );
}
