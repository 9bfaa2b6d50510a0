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
  /** Numbers the episodes, which are then an ordered list. */
  readonly nameOfPart?: (part: number) => string;
};

export function EpisodeGrid({ episodes, headingLevel, eager = 0, marked, isBusy = false, nameOfPart }: EpisodeGridProps) {
  const List = nameOfPart ? 'ol' : 'ul';
  return (
    <List className={css.grid} aria-busy={isBusy || undefined}>
      {episodes.map((episode, index) => (
        <li key={episode.id} data-below className={nameOfPart && css.part}>
          {nameOfPart && <p>{nameOfPart(index + 1)}</p>}
          <EpisodeCard
            episode={episode}
            headingLevel={headingLevel}
            loading={index >= eager ? 'lazy' : index === 0 ? 'first' : 'eager'}
            {...(index === marked?.index ? { titleRef: marked.titleRef } : {})}
          />
        </li>
      ))}
    </List>
  );
}
