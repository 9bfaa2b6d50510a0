import type { Ebook, EbookList, FeaturedEbook, Testimonial } from '@site/shared/contracts/ebooks.ts';
import type { Deferred } from '@site/shared/patterns/deferred.ts';

export type CatalogQuery = { readonly q: string; readonly after: string };

/** A book as the shelf shows it, without the fields that only the book's page needs. */
export type ShelfEbook = Pick<
  Ebook,
  'id' | 'title' | 'description' | 'language' | 'cover' | 'currentPrices' | 'sales' | 'suggested' | 'stars' | 'launch'
>;

export type ShelfList = Omit<EbookList, 'ebooks'> & { readonly ebooks: readonly ShelfEbook[] };

/** The book at the top of the page, and the reason why it is there. */
export type Featured = Pick<NonNullable<FeaturedEbook['featured']>, 'reason'> & {
  readonly ebook: ShelfEbook & Pick<Ebook, 'author' | 'sample'>;
};

export type Catalog = CatalogQuery & {
  readonly list: ShelfList;
  readonly featured: Featured | null;
  readonly testimonials: readonly Testimonial[];
};

/** The data of the page's loader. */
export type CatalogData = { readonly author: string; readonly catalog: Deferred<Catalog> };

export const catalogQuery = (url: string): CatalogQuery => {
  const { searchParams } = new URL(url);
  return { q: searchParams.get('q')?.trim().slice(0, 100) ?? '', after: searchParams.get('after') ?? '' };
};
