import { Skeleton, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';
import grid from '../../episode/episode-grid.module.css';
import css from './podcast-skeleton.module.css';

const CARDS = ['one', 'two', 'three', 'four', 'five', 'six'];

/** The placeholder of the episode list while a visitor navigates to it from another page. */
export function PodcastSkeleton() {
  const { loading } = useTexts(stateTexts);
  return (
    <div>
      <VisuallyHidden role="status">{loading}</VisuallyHidden>
      <ul className={grid.grid}>
        {CARDS.map((card) => (
          <li key={card} className={css.card}>
            <div className={css.picture} />
            <div className={css.words}>
              <Skeleton />
              <Skeleton shape="title" />
              <Skeleton lines={3} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
