import { ButtonLink, EmptyState, paths, Skeleton, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';
import { LibraryCard } from '../../../library/library-card.tsx';
import { useLibrary } from '../../../library/library-queries.ts';
import { Loaded } from '../../../signed-in/loaded.tsx';
import css from './library-tab.module.css';
import { LoadMore } from './load-more.tsx';
import { texts } from './texts.ts';

const PLACES = ['first', 'second', 'third'] as const;

export function LibraryTab() {
  const t = useTexts(texts);
  const { loading } = useTexts(stateTexts);
  const library = useLibrary();
  const place = (
    <>
      <VisuallyHidden role="status">{loading}</VisuallyHidden>
      <div className={css.grid} aria-hidden="true">
        {PLACES.map((one) => (
          <div key={one} className={css.place}>
            <Skeleton shape="cover" />
            <div>
              <Skeleton shape="title" />
              <Skeleton lines={2} />
            </div>
          </div>
        ))}
      </div>
    </>
  );
  return (
    <Loaded query={library} failed={t.libraryFailed} place={place}>
      {(items) =>
        items.length === 0 ? (
          <EmptyState title={t.libraryEmpty} message={t.libraryEmptyMessage}>
            <ButtonLink to={paths.shop.href()}>{t.toShop}</ButtonLink>
          </EmptyState>
        ) : (
          <>
            <ul className={css.grid}>
              {items.map((item) => (
                <li key={item.ebook.id}>
                  <LibraryCard item={item} />
                </li>
              ))}
            </ul>
            <LoadMore query={library} />
          </>
        )
      }
    </Loaded>
  );
}
