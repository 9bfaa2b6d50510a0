import type { Testimonial } from '@site/shared/contracts/ebooks.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { type ContentDeps, contentInForce } from '../content/content.service.ts';

/** What readers said, in one language, in the owner's order. */
export async function testimonialsIn(deps: ContentDeps, locale: Locale): Promise<Testimonial[]> {
  const { testimonials } = await contentInForce(deps, 'testimonials');
  return testimonials.items.map(({ id, name, place, quote }) => ({ id, name, place, quote: quote[locale] }));
}
