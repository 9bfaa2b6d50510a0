import type { Ebook, FeaturedEbook } from '@site/shared/contracts/ebooks.ts';
import type { ApiCall } from '@site/shared/site/site.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { shorten } from '@site/shared/texts/shorten.ts';
import type { Catalog, CatalogQuery, Featured, ShelfEbook } from './catalog-data.ts';

/** Loads one page of the book list, without which the page fails, and the parts around the list, which may be missing. */
export async function loadCatalog(api: ApiCall, locale: Locale, query: CatalogQuery, signal: AbortSignal): Promise<Catalog> {
  const [list, surroundings] = await Promise.all([api('GET /api/ebooks', { query, signal }), surroundingsOf(api, locale)]);
  return { ...query, list: { ...list, ebooks: list.ebooks.map(asCard) }, ...surroundings };
}

/** The number of characters of a description that a card gets, more than its lines can show. */
const CARD_WORDS = 220;

const asCard = (ebook: Ebook): ShelfEbook => ({ ...shown(ebook), description: shorten(ebook.description, CARD_WORDS) });

const shown = ({ id, title, description, language, cover, currentPrices, sales, suggested, stars, launch }: Ebook): ShelfEbook => ({
  id,
  title,
  description,
  language,
  cover,
  currentPrices,
  ...(sales && { sales }),
  ...(suggested && { suggested }),
  ...(stars && { stars }),
  ...(launch && { launch }),
});

/** Keeps only the first paragraph of a description. */
function asFeatured({ ebook, reason }: NonNullable<FeaturedEbook['featured']>): Featured {
  const { author, sample, description } = ebook;
  const [first = ''] = description.split(/\n{2,}/);
  return { reason, ebook: { ...shown(ebook), description: first, author, ...(sample && { sample }) } };
}

type Surroundings = Pick<Catalog, 'featured' | 'testimonials'>;

/** The price of the featured book may change at any moment, so the page must not be cached for longer. */
const FRESH_MS = 30_000;
// The parts around the list, by API client. A client lives for one request on the server and for one visit in the browser. So the parts are
// not loaded again while the visitor types search words.
const kept = new WeakMap<ApiCall, { readonly at: number; readonly locale: Locale; readonly surroundings: Promise<Surroundings> }>();

async function surroundingsOf(api: ApiCall, locale: Locale): Promise<Surroundings> {
  const known = kept.get(api);
  if (known?.locale === locale && Date.now() - known.at < FRESH_MS) return await known.surroundings;
  const surroundings = readSurroundings(api, locale);
  kept.set(api, { at: Date.now(), locale, surroundings });
  return await surroundings;
}

async function readSurroundings(api: ApiCall, locale: Locale): Promise<Surroundings> {
  const [featured, testimonials] = await Promise.all([
    api('GET /api/ebooks/featured', {}).catch(() => ({ featured: null })),
    api('GET /api/testimonials', { query: { locale } }).catch(() => ({ testimonials: [] })),
  ]);
  if (!featured.featured || testimonials.testimonials.length === 0) kept.delete(api);
  return { featured: featured.featured && asFeatured(featured.featured), testimonials: testimonials.testimonials };
}
