import type { Catalog } from './catalog-data.ts';
import { Reasons } from './reasons.tsx';
import { Testimonials } from './testimonials.tsx';

/** The read-only parts below the shelf. */
export function CatalogBelow({ testimonials, isEmpty }: Pick<Catalog, 'testimonials'> & { readonly isEmpty: boolean }) {
  return (
    <>
      {!isEmpty && <Reasons />}
      <Testimonials testimonials={testimonials} />
    </>
  );
}
