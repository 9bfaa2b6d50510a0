import { type Ebook, getCoverSource } from '@site/shared/contracts/ebooks.ts';
import type { PageMetaInput } from '@site/shared/federation/page-meta.ts';
import { formatDecimal, getPrice } from '@site/shared/money/money.ts';
import { paths } from '@site/shared/site/site.ts';
import { inLanguage } from '@site/shared/texts/language-address.ts';

type Surroundings = Pick<PageMetaInput<unknown>, 'preferences' | 'brand' | 'siteUrl'>;

/** The book and its offer in the visitor's currency, as schema.org knows them. Files have no ISBN and, so far, no ratings. */
export function ebookJsonLd(ebook: Ebook, { preferences, brand, siteUrl }: Surroundings): Readonly<Record<string, unknown>> {
  const { locale, currency } = preferences;
  const price = getPrice(ebook.prices, currency);
  const sale = ebook.sales?.[price.currency];
  const path = `${siteUrl}${paths.ebook.href(ebook.id)}`;
  const url = `${siteUrl}${inLanguage(paths.ebook.href(ebook.id), locale)}`;
  return {
    '@type': ['Product', 'Book'],
    '@id': `${path}#ebook`,
    url,
    name: ebook.title,
    description: ebook.description,
    sku: ebook.id,
    brand: { '@type': 'Brand', name: brand.site },
    author: { '@type': 'Person', name: ebook.author },
    inLanguage: ebook.language,
    bookFormat: 'https://schema.org/EBook',
    ...(ebook.pages ? { numberOfPages: ebook.pages } : {}),
    ...(ebook.cover ? { image: `${siteUrl}${getCoverSource(ebook.cover, 720, 'webp')}` } : {}),
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
  };
}
