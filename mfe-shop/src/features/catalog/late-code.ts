// One chunk for the read-only parts and the code that loads the catalogue, because the first page has the content of both already.
export { CatalogBelow } from './catalog-below.tsx';
export { HeroWords } from './hero-words.tsx';
export { loadCatalog } from './load-catalog.ts';
