import type { Testimonial } from '@site/shared/contracts/ebooks.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import type { Deps } from '../../platform/deps.ts';
import { testimonialRows } from './testimonials.repository.ts';

/** What readers said, in one language, in the owner's order. */
export async function testimonialsIn({ data }: Pick<Deps, 'data'>, locale: Locale): Promise<Testimonial[]> {
  const rows = await testimonialRows(data);
  return rows.map(({ id, name, place, quote_pt, quote_en }) => ({ id, name, place, quote: locale === 'en' ? quote_en : quote_pt }));
}
