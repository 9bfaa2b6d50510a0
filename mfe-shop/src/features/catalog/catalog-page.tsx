import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { deferData, useDeferred, useDrawn } from '@site/shared/patterns/deferred.ts';
import { PageFailure } from '@site/shared/patterns/page-failure.tsx';
import { type LoaderFunctionArgs, paths, siteContext, useLoaderData, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { Suspense, useLayoutEffect, useRef } from 'react';
import { BoughtEbooks } from './bought-ebooks.tsx';
import { type CatalogData, catalogQuery } from './catalog-data.ts';
import css from './catalog-page.module.css';
import { CatalogSkeleton } from './catalog-skeleton.tsx';
import { EbookShelf } from './ebook-shelf.tsx';
import { Hero } from './hero.tsx';
import { CatalogBelow, fetchLatePart } from './late-part.ts';
import { texts } from './texts.ts';

const drawn = { count: 0 };

export async function loader({ request, context }: LoaderFunctionArgs): Promise<CatalogData> {
  const {
    api,
    preferences,
    brand: { author },
  } = context.get(siteContext);
  const query = catalogQuery(request.url);
  const catalog = fetchLatePart().then(({ loadCatalog }) => loadCatalog(api, preferences.locale, query, request.signal));
  return { author, catalog: await deferData(catalog, drawn.count > 0 && !query.after, paths.shop.href()) };
}

export const handle = pageHandle(({ preferences, brand }) => {
  const t = texts[preferences.locale];
  return { title: t.title, description: t.description(brand.author), canonical: paths.shop.href() };
});

export function Component() {
  useDrawn(drawn);
  const { author, catalog: given } = useLoaderData<typeof loader>();
  const catalog = useDeferred(given);
  const t = useTexts(texts);
  useSearchInView(Boolean(catalog?.q));
  if (catalog === null) return <Failure />;
  if (!catalog) {
    return (
      <div className={css.page}>
        <CatalogSkeleton />
      </div>
    );
  }
  const { q, after, list, featured, testimonials } = catalog;
  const isEmpty = list.total === 0 && !q;
  return (
    <BoughtEbooks>
      <div className={css.page}>
        {q ? (
          <h1>
            <VisuallyHidden>{t.title}</VisuallyHidden>
          </h1>
        ) : (
          <Suspense>
            <Hero author={author} featured={featured} hasReaders={testimonials.length > 0} isEmpty={isEmpty} />
          </Suspense>
        )}
        <EbookShelf after={after} query={q} list={list} />
        <Suspense>
          <CatalogBelow testimonials={testimonials} isEmpty={isEmpty} />
        </Suspense>
      </div>
    </BoughtEbooks>
  );
}

/**
 * Keeps the search box and the results on screen when a search begins or ends, because only a page without a search begins with the hero.
 * After going back, the shell's frame restores the scroll position later.
 */
function useSearchInView(isSearch: boolean): void {
  const shown = useRef(isSearch);
  useLayoutEffect(() => {
    if (shown.current === isSearch) return;
    shown.current = isSearch;
    document.getElementById('ebooks')?.scrollIntoView({ behavior: 'instant' });
  }, [isSearch]);
}

function Failure() {
  useDrawn(drawn);
  return <PageFailure message={useTexts(texts).failure} />;
}

export { Failure as ErrorBoundary };
