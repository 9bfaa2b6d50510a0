import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { paths } from '@site/shared/paths.ts';
import {
  ErrorState,
  type LoaderFunctionArgs,
  siteContext,
  useLoaderData,
  useNavigation,
  useRevalidator,
  useTexts,
} from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { useEffect, useState } from 'react';
import { type Catalog, catalogQuery, loadCatalog } from './catalog-data.ts';
import css from './catalog-page.module.css';
import { CatalogSkeleton } from './catalog-skeleton.tsx';
import { EbookShelf } from './ebook-shelf.tsx';
import { Hero } from './hero.tsx';
import { Reasons } from './reasons.tsx';
import { Testimonials } from './testimonials.tsx';
import { texts } from './texts.ts';

/** A visitor who comes from another page sees the page's outline after so long, instead of the page he left. */
const PATIENCE_MS = 150;

/** A catalogue that is still on its way; null when it could not be read. */
type Coming = Promise<Catalog | null>;
type CatalogData = { readonly author: string; readonly catalog: Catalog | Coming };

export async function loader({ request, context }: LoaderFunctionArgs): Promise<CatalogData> {
  const {
    api,
    preferences,
    brand: { author },
  } = context.get(siteContext);
  const query = catalogQuery(request.url);
  const catalog = loadCatalog(api, preferences.locale, query, request.signal);
  if (typeof window === 'undefined') return { author, catalog: await catalog };

  const isSearch = window.location.pathname === paths.shop.href() && !query.after;
  if (isSearch) return { author, catalog: await catalog };
  // A visitor who arrives need not stay on the page he left, and a further page may fail without taking the screen with it.
  const coming: Coming = catalog.catch(() => null);
  const outline = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  return { author, catalog: (await Promise.race([coming, outline])) ?? coming };
}

export const handle = pageHandle(({ preferences, brand }) => {
  const t = texts[preferences.locale];
  return { title: t.title, description: t.description(brand.author), canonical: paths.shop.href() };
});

export function Component() {
  const { author, catalog: given } = useLoaderData<typeof loader>();
  const catalog = useArrived(given);
  const navigation = useNavigation();
  if (catalog === null) return <Failure />;
  if (!catalog) {
    return (
      <div className={css.page}>
        <CatalogSkeleton />
      </div>
    );
  }
  const { q, after, list, featured, testimonials } = catalog;
  return (
    <div className={css.page}>
      <Hero author={author} featured={featured} hasReaders={testimonials.length > 0} />
      <EbookShelf after={after} query={q} list={list} isSearching={navigation.location?.pathname === paths.shop.href()} />
      <Reasons />
      <Testimonials testimonials={testimonials} />
    </div>
  );
}

/**
 * The catalogue once it is there; undefined while it is on its way. Without Suspense, whose boundaries come to life after
 * the rest of the page: a press that the shell kept for us would find nobody there.
 */
function useArrived(given: Catalog | Coming): Catalog | null | undefined {
  const [arrived, setArrived] = useState<{ readonly coming: Coming; readonly catalog: Catalog | null } | null>(null);
  useEffect(() => {
    if (!(given instanceof Promise)) return;
    let isCurrent = true;
    void given.then((catalog) => isCurrent && setArrived({ coming: given, catalog }));
    return () => {
      isCurrent = false;
    };
  }, [given]);
  if (!(given instanceof Promise)) return given;
  return arrived?.coming === given ? arrived.catalog : undefined;
}

function Failure() {
  const t = useTexts(texts);
  const common = useTexts(commonTexts);
  const { revalidate, state } = useRevalidator();
  return (
    <ErrorState
      isPage
      title={common.error}
      message={t.failure}
      retryText={common.retry}
      isRetrying={state === 'loading'}
      onRetry={() => void revalidate()}
    />
  );
}

export { Failure as ErrorBoundary };
