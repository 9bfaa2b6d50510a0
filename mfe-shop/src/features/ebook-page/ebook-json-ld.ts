import { coverSource, type Ebook } from '@site/shared/contracts/ebooks.ts';
import type { Currency } from '@site/shared/money/money.ts';
import { paths } from '@site/shared/paths.ts';

/** The book and its offer in the visitor's currency, as schema.org knows them. */
export function ebookJsonLd(ebook: Ebook, currency: Currency, siteUrl: string): Readonly<Record<string, unknown>> {
  const url = `${siteUrl}${paths.ebook.href(ebook.id)}`;
  return {
    '@type': ['Product', 'Book'],
    '@id': url,
    url,
    name: ebook.title,
    description: ebook.description,
    author: { '@type': 'Person', name: ebook.author },
    inLanguage: ebook.language,
    bookFormat: 'https://schema.org/EBook',
    ...(ebook.pages ? { numberOfPages: ebook.pages } : {}),
    ...(ebook.cover ? { image: `${siteUrl}${coverSource(ebook.cover, 720, 'webp')}` } : {}),
    offers: {
      '@type': 'Offer',
      url,
      price: (ebook.prices[currency] / 100).toFixed(2),
      priceCurrency: currency,
      availability: 'https://schema.org/InStock',
    },
  };
}
