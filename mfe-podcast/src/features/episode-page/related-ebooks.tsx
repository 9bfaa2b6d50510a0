import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import { Cover } from '@site/shared/patterns/cover.tsx';
import { Link, paths, useFormats, useTexts } from '@site/shared/site/site.ts';
import css from './related-ebooks.module.css';
import { texts } from './texts.ts';

export function RelatedEbooks({ ebooks }: { ebooks: readonly Ebook[] }) {
  const t = useTexts(texts);
  const { price } = useFormats();
  return (
    <section aria-labelledby="related">
      <h2 id="related" className={css.heading}>
        {t.related}
      </h2>
      <ul className={css.books}>
        {ebooks.map(({ id, title, cover, prices, language }) => (
          <li key={id} className={css.book}>
            <div className={css.cover}>
              <Cover cover={cover} title={title} alt="" sizes="5rem" loading="lazy" />
            </div>
            <div>
              <h3 className={css.title}>
                <Link to={paths.ebook.href(id)} lang={language}>
                  {title}
                </Link>
              </h3>
              <p className={css.price}>{price(prices)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
