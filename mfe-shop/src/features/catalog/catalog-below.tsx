import type { Catalog } from './catalog-data.ts';
import { Reasons } from './reasons.tsx';
import { Testimonials } from './testimonials.tsx';

/** Shows the parts below the shelf, which visitors only read. */
export function CatalogBelow({ testimonials, isEmpty }: Pick<Catalog, 'testimonials'> & { readonly isEmpty: boolean }) {
  return (
    <>
      {!isEmpty && <Reasons />}
      <Testimonials testimonials={testimonials} />
    </>
  );
}
