import { SearchForm } from '@site/shared/patterns/search-form.tsx';
import { countCopies, EmptyState, icons, Link, paths, useCart, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { Suspense } from 'react';
import type { ShelfList } from './catalog-data.ts';
import { EbookGrid } from './ebook-grid.tsx';
import css from './ebook-shelf.module.css';
import { texts } from './texts.ts';

type EbookShelfProps = {
  readonly query: string;
  readonly after: string;
  readonly list: ShelfList;
};

export function EbookShelf({ query, after, list }: EbookShelfProps) {
  const t = useTexts(texts).shelf;
  const isEmptyShop = list.total === 0 && !query;
  return (
    <section className={css.shelf} id="ebooks" tabIndex={-1} aria-labelledby="ebooks-heading">
      <header className={css.head}>
        <div className={css.heading}>
          <h2 id="ebooks-heading">{t.heading}</h2>
          {!isEmptyShop && (
            <Suspense>
              <CartLink />
            </Suspense>
          )}
        </div>
        {!isEmptyShop && (
          <Suspense>
            <SearchForm
              query={query}
              hrefOf={(q) => paths.shop.href({ q })}
              action={`${paths.shop.href()}#ebooks`}
              label={t.search}
              placeholder={t.placeholder}
              submitText={t.submit}
            />
          </Suspense>
        )}
      </header>
      <p className={css.count} role="status">
        {query ? t.found(list, query) : <VisuallyHidden>{t.total(list.total)}</VisuallyHidden>}
      </p>
      {list.ebooks.length === 0 ? (
        <EmptyState
          icon={query ? icons.search : icons.book}
          title={query ? t.empty : t.emptyShop}
          message={query ? t.emptyHint : undefined}
        >
          {query ? (
            <Link to={paths.shop.href()} preventScrollReset>
              {t.clear}
            </Link>
          ) : (
            <Link to={paths.newsletter.href()}>{t.toNewsletter}</Link>
          )}
        </EmptyState>
      ) : (
        <EbookGrid key={`${query} ${after} ${list.nextCursor}`} query={query} list={list} />
      )}
    </section>
  );
}

/** This is a separate component, so that adding a book renders only this link again and not the shelf. */
function CartLink() {
  const t = useTexts(texts).shelf;
  const inCart = useCart(countCopies);
  return (
    <Link to={paths.cart.href()} className={css.cart}>
      {t.cart(inCart)}
    </Link>
  );
}
