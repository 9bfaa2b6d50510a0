import { Skeleton, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';
import css from './catalog-skeleton.module.css';
import grid from './ebook-grid.module.css';
import hero from './hero.module.css';

const CARDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

/** The placeholder of the shop's page while a visitor navigates to it from another page. */
export function CatalogSkeleton() {
  const { loading } = useTexts(stateTexts);
  return (
    <>
      <VisuallyHidden role="status">{loading}</VisuallyHidden>
      <div className={hero.hero}>
        <div className={css.words}>
          <Skeleton shape="title" lines={2} />
          <Skeleton lines={3} />
        </div>
        <div className={css.featured} />
      </div>
      <ul className={grid.grid}>
        {CARDS.map((card) => (
          <li key={card} className={css.card}>
            <Skeleton shape="cover" />
            <Skeleton lines={3} />
          </li>
        ))}
      </ul>
    </>
  );
}
