// In one file what is only read and what reads the catalogue: the first page came with both.
export { CatalogBelow } from './catalog-below.tsx';
export { HeroWords } from './hero-words.tsx';
export { loadCatalog } from './load-catalog.ts';
