// With the page: it is shown before its code is here.
import './reasons.module.css';
import './testimonials.module.css';
import { late } from '@site/shared/patterns/late.tsx';

/** In one file what stands below the shelf and what reads the catalogue, which the first page came with. */
export const fetchLatePart = () => import('./catalog-below.tsx');

export const [CatalogBelow] = late(async () => (await fetchLatePart()).CatalogBelow);
