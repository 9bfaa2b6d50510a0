import type { Testimonial } from '@site/shared/contracts/ebooks.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { type ContentDeps, getContent } from '../content/content.service.ts';

/** What readers said, in one language, in the owner's order. */
export async function listTestimonials(deps: ContentDeps, locale: Locale): Promise<Testimonial[]> {
  const { testimonials } = await getContent(deps, 'testimonials');
  return testimonials.items.map(({ id, name, place, quote }) => ({ id, name, place, quote: quote[locale] }));
}
