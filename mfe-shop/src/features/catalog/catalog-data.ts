import type { Ebook, EbookList, FeaturedEbook, Testimonial } from '@site/shared/contracts/ebooks.ts';
import type { Deferred } from '@site/shared/patterns/deferred.ts';

export type CatalogQuery = { readonly q: string; readonly after: string };

/** A book as the shelf shows it: what its page says is neither sent nor read here. */
export type ShelfEbook = Pick<
  Ebook,
  'id' | 'title' | 'description' | 'language' | 'cover' | 'prices' | 'sales' | 'suggested' | 'stars' | 'launch'
>;

export type ShelfList = Omit<EbookList, 'ebooks'> & { readonly ebooks: readonly ShelfEbook[] };

/** The book that the page begins with, and why it is that one. */
export type Featured = Pick<NonNullable<FeaturedEbook['featured']>, 'reason'> & {
  readonly ebook: ShelfEbook & Pick<Ebook, 'author' | 'sample'>;
};

export type Catalog = CatalogQuery & {
  readonly list: ShelfList;
  readonly featured: Featured | null;
  readonly testimonials: readonly Testimonial[];
};

/** What the page's loader answers. */
export type CatalogData = { readonly author: string; readonly catalog: Deferred<Catalog> };

export const catalogQuery = (url: string): CatalogQuery => {
  const { searchParams } = new URL(url);
  return { q: searchParams.get('q')?.trim().slice(0, 100) ?? '', after: searchParams.get('after') ?? '' };
};
