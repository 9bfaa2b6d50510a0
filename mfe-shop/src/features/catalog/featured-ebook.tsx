import { Badge } from '@site/shared/patterns/badge.tsx';
import { BookPrice } from '@site/shared/patterns/book-price.tsx';
import { Cover } from '@site/shared/patterns/cover.tsx';
import { Link, paths, useTexts } from '@site/shared/site/site.ts';
import { AddToCart } from '../../ebook/add-to-cart.tsx';
import { LaunchNote } from '../../ebook/launch-note.tsx';
import { SampleLink } from '../../ebook/sample-link.tsx';
import { Stars } from '../../ebook/stars.tsx';
import { ebookTexts } from '../../ebook/texts.ts';
import { useBoughtEbook } from './bought-ebooks.tsx';
import type { Featured } from './catalog-data.ts';
import css from './featured-ebook.module.css';
import { texts } from './texts.ts';

/** Shows the best seller of the last 90 days, or a random book. */
export function FeaturedEbook({ featured: { ebook, reason } }: { featured: Featured }) {
  const t = useTexts(texts).featured;
  const tEbook = useTexts(ebookTexts);
  const { bought, Shown } = useBoughtEbook(ebook.id);
  const href = paths.ebook.href(ebook.id);
  return (
    <article className={css.featured} aria-labelledby="featured-title">
      <Link to={href} className={css.cover} tabIndex={-1} aria-hidden="true">
        <Cover
          cover={ebook.cover}
          title={ebook.title}
          alt=""
          sizes="(min-width: 64rem) 17rem, (min-width: 36rem) 15rem, 12rem"
          loading="first"
        />
      </Link>
      <div className={css.words}>
        <Badge tone={reason === 'best_seller' ? 'accent' : 'olive'}>{t[reason]}</Badge>
        <h2 id="featured-title" className={css.title} title={ebook.title}>
          <Link to={href} lang={ebook.language}>
            {ebook.title}
          </Link>
        </h2>
        <p className={css.author}>{tEbook.by(ebook.author)}</p>
        <Stars ebook={ebook} />
        <p className={css.description} lang={ebook.language}>
          {ebook.description}
        </p>
        <BookPrice ebook={ebook} size="l" label={tEbook.price} />
        {!bought && <LaunchNote ebook={ebook} className={css.launch} />}
        <div className={css.actions}>
          {bought && Shown ? <Shown bought={bought} ebook={ebook} /> : <AddToCart ebook={ebook} look="page" />}
          <Link to={href} className={css.details}>
            {t.details}
          </Link>
          {!bought && <SampleLink sample={ebook.sample} className={css.details} />}
        </div>
      </div>
    </article>
  );
}
