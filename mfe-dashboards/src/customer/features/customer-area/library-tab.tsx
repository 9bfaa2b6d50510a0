import { ButtonLink, EmptyState, paths, Skeleton, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { LibraryCard } from '../../../library/library-card.tsx';
import { useLibrary } from '../../../library/library-queries.ts';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import css from './library-tab.module.css';
import { LoadMore } from './load-more.tsx';
import { texts } from './texts.ts';

const PLACES = ['first', 'second', 'third'] as const;

export function LibraryTab() {
  const t = useTexts(texts);
  const library = useLibrary();

  if (library.isPending) {
    return (
      <>
        <VisuallyHidden role="status">{t.loading}</VisuallyHidden>
        <div className={css.grid} aria-hidden="true">
          {PLACES.map((place) => (
            <div key={place} className={css.place}>
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
  }
  if (!library.data) {
    return <LoadFailure title={t.libraryFailed} query={library} />;
  }
  if (library.data.length === 0) {
    return (
      <EmptyState title={t.libraryEmpty} message={t.libraryEmptyMessage}>
        <ButtonLink to={paths.shop.href()}>{t.toShop}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={css.grid}>
        {library.data.map((item) => (
          <li key={item.ebook.id}>
            <LibraryCard item={item} />
          </li>
        ))}
      </ul>
      <LoadMore query={library} />
    </>
  );
}
