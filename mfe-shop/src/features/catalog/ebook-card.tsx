import { BookPrice } from '@site/shared/patterns/book-price.tsx';
import { Cover } from '@site/shared/patterns/cover.tsx';
import type { PictureLoading } from '@site/shared/patterns/responsive-picture.tsx';
import { Link, paths, useTexts } from '@site/shared/site/site.ts';
import { AddToCart } from '../../ebook/add-to-cart.tsx';
import { LaunchNote } from '../../ebook/launch-note.tsx';
import { Stars } from '../../ebook/stars.tsx';
import { ebookTexts } from '../../ebook/texts.ts';
import { useBoughtEbook } from './bought-ebooks.tsx';
import type { ShelfEbook } from './catalog-data.ts';
import css from './ebook-card.module.css';

type EbookCardProps = { readonly ebook: ShelfEbook; readonly loading: PictureLoading };

/** A card whose whole area links to the book, except for its button. */
export function EbookCard({ ebook, loading }: EbookCardProps) {
  const t = useTexts(ebookTexts);
  const { bought } = useBoughtEbook(ebook.id);
  return (
    <li data-below>
      <article className={css.card}>
        <div className={css.cover}>
          <Cover
            cover={ebook.cover}
            title={ebook.title}
            alt=""
            sizes="(min-width: 80rem) 17.5rem, (min-width: 64rem) 21vw, (min-width: 48rem) 29vw, 43vw"
            loading={loading}
          />
        </div>
        <div>
          <h3 className={css.title}>
            <Link to={paths.ebook.href(ebook.id)} lang={ebook.language}>
              {ebook.title}
            </Link>
          </h3>
          <Stars ebook={ebook} />
        </div>
        <p className={css.description} lang={ebook.language}>
          {ebook.description}
        </p>
        <div className={css.foot}>
          <LaunchNote ebook={ebook} className={css.launch} />
          {bought ? (
            <Link to={bought.standing === 'owned' ? paths.userDashboard.href() : paths.order.href(bought.orderId)} className={css.add}>
              {t[bought.standing]}
            </Link>
          ) : (
            ebook.launch?.isSold !== false && (
              <>
                <BookPrice ebook={ebook} size="s" label={t.price} />
                <div className={css.add}>
                  <AddToCart ebook={ebook} look="card" />
                </div>
              </>
            )
          )}
        </div>
      </article>
    </li>
  );
}
