import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { BookPrice } from '@site/shared/patterns/book-price.tsx';
import { Cover } from '@site/shared/patterns/cover.tsx';
import { Link, useFormats, useTexts } from '@site/shared/site/site.ts';
import css from './featured-book.module.css';
import { homeTexts } from './texts.ts';

/** Width of a cover in featured-book.module.css. */
const SIZES = '(min-width: 48rem) 11rem, clamp(4.5rem, 22vw, 7rem)';

/** The fields of a book that the page shows. */
export type ShownBook = Pick<Ebook, 'id' | 'title' | 'author' | 'language' | 'cover' | 'currentPrices' | 'sales' | 'suggested' | 'launch'>;

export function FeaturedBook({ ebook }: { ebook: ShownBook }) {
  const t = useTexts(homeTexts);
  const { day } = useFormats();
  return (
    <li>
      <Link to={paths.ebook.href(ebook.id)} className={css.book}>
        <span className={css.cover}>
          <Cover cover={ebook.cover} title={ebook.title} alt="" sizes={SIZES} loading="lazy" />
        </span>
        <span className={css.words}>
          <span className={css.title} lang={ebook.language}>
            {ebook.title}
          </span>
          <span className={css.author}>{t.by(ebook.author)}</span>
          {ebook.launch && <span className={css.launch}>{(ebook.launch.isSold ? t.preorder : t.soon)(day(ebook.launch.at))}</span>}
          {ebook.launch?.isSold !== false && <BookPrice ebook={ebook} label={t.price} />}
        </span>
      </Link>
    </li>
  );
}
