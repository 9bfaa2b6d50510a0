import type { Testimonial } from '@site/shared/contracts/ebooks.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import css from './quote.module.css';

/** Renders a testimonial of a reader or listener, with name and place. `size`: whether the testimonial is next to others, or alone. */
export function Quote({ testimonial: { name, place, quote }, size }: { testimonial: Testimonial; size: 'm' | 'l' }) {
  return (
    <figure className={css.quote} data-size={size}>
      <blockquote className={css.words}>
        <p>{quote}</p>
      </blockquote>
      <figcaption className={css.who}>
        <strong>{name}</strong>
        <span lang={AUTHOR_LOCALE}>{place}</span>
      </figcaption>
    </figure>
  );
}
