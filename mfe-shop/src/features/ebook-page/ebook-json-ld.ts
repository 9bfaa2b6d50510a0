import { type Ebook, getCoverSource } from '@site/shared/contracts/ebooks.ts';
import type { ReviewList } from '@site/shared/contracts/reviews.ts';
import type { PageMetaInput } from '@site/shared/federation/page-meta.ts';
import { getPrice } from '@site/shared/money/get-price.ts';
import { formatDecimal } from '@site/shared/money/money.ts';
import { paths } from '@site/shared/site/site.ts';
import { inLanguage } from '@site/shared/texts/language-address.ts';

type Surroundings = Pick<PageMetaInput<unknown>, 'preferences' | 'brand' | 'siteUrl'>;

/** Returns the book and its offer in the visitor's currency for schema.org. Files have no ISBN. */
export function ebookJsonLd(ebook: Ebook, { preferences, brand, siteUrl }: Surroundings): Readonly<Record<string, unknown>> {
  const { locale, currency } = preferences;
  const price = getPrice(ebook.currentPrices, currency);
  const sale = ebook.sales?.[price.currency];
  const path = `${siteUrl}${paths.ebook.href(ebook.id)}`;
  const url = `${siteUrl}${inLanguage(paths.ebook.href(ebook.id), locale)}`;
  return {
    '@type': ['Product', 'Book'],
    '@id': `${path}#ebook`,
    url,
    name: ebook.title,
    ...(ebook.description ? { description: ebook.description } : {}),
    sku: ebook.id,
    brand: { '@type': 'Brand', name: brand.site },
    author: { '@type': 'Person', name: ebook.author },
    inLanguage: ebook.language,
    bookFormat: 'https://schema.org/EBook',
    ...(ebook.pages ? { numberOfPages: ebook.pages } : {}),
    ...(ebook.cover ? { image: `${siteUrl}${getCoverSource(ebook.cover, 720, 'webp')}` } : {}),
    ...(ebook.launch?.isSold === false
      ? {}
      : {
          offers: {
            '@type': 'Offer',
            url,
            price: formatDecimal(price.minor, price.currency),
            priceCurrency: price.currency,
            ...(sale ? { priceValidUntil: sale.endsAt } : {}),
            ...(ebook.launch
              ? { availability: 'https://schema.org/PreOrder', availabilityStarts: ebook.launch.at }
              : { availability: 'https://schema.org/InStock' }),
            itemCondition: 'https://schema.org/NewCondition',
            seller: { '@type': 'Person', name: brand.author },
          },
        }),
  };
}

/** The number of reviews in the structured data. */
const TOLD_REVIEWS = 5;

/** Returns the book's average stars and its newest reviews as structured data. Returns an empty object before the first review. */
export function reviewsJsonLd({ stars }: Pick<Ebook, 'stars'>, list: ReviewList | null): Readonly<Record<string, unknown>> {
  if (!stars) return {};
  const rating = (value: number) => ({ ratingValue: value, bestRating: 5, worstRating: 1 });
  const told = list?.reviews.slice(0, TOLD_REVIEWS) ?? [];
  return {
    aggregateRating: { '@type': 'AggregateRating', ...rating(stars.mean), ratingCount: stars.reviews },
    ...(told.length > 0
      ? {
          review: told.map(({ stars: given, name, text, locale, writtenAt }) => ({
            '@type': 'Review',
            author: { '@type': 'Person', name },
            datePublished: writtenAt.slice(0, 10),
            reviewRating: { '@type': 'Rating', ...rating(given) },
            ...(text ? { reviewBody: text, inLanguage: locale } : {}),
          })),
        }
      : {}),
  };
}
