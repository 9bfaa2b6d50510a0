import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import { BookPrice } from '@site/shared/patterns/book-price.tsx';
import { Cover } from '@site/shared/patterns/cover.tsx';
import { Link, paths, useTexts } from '@site/shared/site/site.ts';
import css from './related-ebooks.module.css';
import { texts } from './texts.ts';

export function RelatedEbooks({ ebooks }: { ebooks: readonly Ebook[] }) {
  const t = useTexts(texts);
  return (
    <section aria-labelledby="related">
      <h2 id="related" className={css.heading}>
        {t.related}
      </h2>
      <ul className={css.books}>
        {ebooks.map((ebook) => (
          <li key={ebook.id} className={css.book}>
            <div className={css.cover}>
              <Cover cover={ebook.cover} title={ebook.title} alt="" sizes="5rem" loading="lazy" />
            </div>
            <div>
              <h3 className={css.title}>
                <Link to={paths.ebook.href(ebook.id)} lang={ebook.language}>
                  {ebook.title}
                </Link>
              </h3>
              {ebook.launch?.isSold !== false && <BookPrice ebook={ebook} size="s" />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
