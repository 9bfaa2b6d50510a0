// With the page: it is shown before its code is here.
import './reasons.module.css';
import './testimonials.module.css';
import { late } from '@site/shared/site/site.ts';

const fetchCode = () => import('./late-code.ts');

export const [HeroWords, fetchHeroWords] = late(async () => (await fetchCode()).HeroWords);
export const [CatalogBelow, fetchCatalogBelow] = late(async () => (await fetchCode()).CatalogBelow);

/** The part's code, for a page to which the visitor goes on: what the part draws is then drawn at once. */
export async function fetchLatePart() {
  const code = await fetchCode();
  await Promise.all([fetchHeroWords(), fetchCatalogBelow()]);
  return code;
}
