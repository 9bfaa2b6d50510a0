import type { Testimonial } from '@site/shared/contracts/ebooks.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { lateTexts } from './late-texts.ts';
import css from './testimonials.module.css';

/** Shows the testimonials that the owner entered. Shows nothing if there are none. */
export function Testimonials({ testimonials }: { testimonials: readonly Testimonial[] }) {
  const t = useTexts(lateTexts).readers;
  if (testimonials.length === 0) return null;
  return (
    <section className={css.readers} data-below id="readers" tabIndex={-1} aria-labelledby="readers-heading">
      <h2 id="readers-heading">{t.heading}</h2>
      <ul className={css.list}>
        {testimonials.map(({ id, name, place, quote }) => (
          <li key={id}>
            <figure className={css.voice}>
              <blockquote className={css.quote}>
                <p>{quote}</p>
              </blockquote>
              <figcaption className={css.who}>
                <strong>{name}</strong>
                <span lang={AUTHOR_LOCALE}>{place}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
