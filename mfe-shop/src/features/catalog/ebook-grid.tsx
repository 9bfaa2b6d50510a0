import { Button, paths, useNavigation, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { type ReactNode, Suspense } from 'react';
import type { ShelfList } from './catalog-data.ts';
import { EbookCard } from './ebook-card.tsx';
import css from './ebook-grid.module.css';
import { texts } from './texts.ts';
import { useMorePages } from './use-more-pages.ts';

/** The number of books that fill the first row on wide screens, and two rows on phones. */
const FIRST_ROW = 4;

type EbookGridProps = {
  readonly query: string;
  readonly list: ShelfList;
};

export function EbookGrid({ query, list }: EbookGridProps) {
  const t = useTexts(texts).shelf;
  const more = useMorePages(query, list);
  return (
    <>
      <Grid>
        {more.ebooks.map((ebook, index) => (
          // Each card hydrates separately, so that a press on one card does not wait for the other cards.
          <Suspense key={ebook.id}>
            <EbookCard ebook={ebook} loading={index >= FIRST_ROW ? 'lazy' : query ? 'eager' : 'below'} />
          </Suspense>
        ))}
      </Grid>
      {more.nextCursor && (
        <form className={css.more} action={paths.shop.href()} onSubmit={more.load}>
          {query && <input type="hidden" name="q" value={query} />}
          <input type="hidden" name="after" value={more.nextCursor} />
          <Button type="submit" variant="secondary" size="l" isPending={more.isLoading} pendingText={t.loadingMore}>
            {t.more}
          </Button>
        </form>
      )}
      <p className={css.status} role="status">
        {more.hasFailed ? t.moreFailed : more.added > 0 && <VisuallyHidden>{t.moreLoaded(more.added)}</VisuallyHidden>}
      </p>
    </>
  );
}

/** Shows that a search is running. This is a separate component, so that a navigation does not render every card again. */
function Grid({ children }: { children: ReactNode }) {
  const isSearching = useNavigation().location?.pathname === paths.shop.href();
  return (
    <ul className={css.grid} aria-busy={isSearching || undefined}>
      {children}
    </ul>
  );
}
