// These styles load with the page, because the server renders this part before its code has loaded.
import './reasons.module.css';
import './testimonials.module.css';
import { late } from '@site/shared/site/site.ts';

const fetchCode = () => import('./late-code.ts');

export const [HeroWords, fetchHeroWords] = late(async () => (await fetchCode()).HeroWords);
export const [CatalogBelow, fetchCatalogBelow] = late(async () => (await fetchCode()).CatalogBelow);

/** Loads the code of the late part before a navigation to the page, so that the part renders at once. */
export async function fetchLatePart() {
  const code = await fetchCode();
  await Promise.all([fetchHeroWords(), fetchCatalogBelow()]);
  return code;
}
