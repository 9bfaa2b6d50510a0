import { ButtonLink, Icon, Link, useTexts } from '@site/shared/site/site.ts';
import type { Catalog } from './catalog-data.ts';
import { FeaturedEbook } from './featured-ebook.tsx';
import css from './hero.module.css';
import { scrollToPart } from './scroll-to-part.ts';
import { texts } from './texts.ts';

type HeroProps = {
  readonly author: string;
  readonly featured: Catalog['featured'];
  readonly hasReaders: boolean;
  /** Nothing is for sale: there is nothing to choose. */
  readonly isEmpty: boolean;
};

export function Hero({ author, featured, hasReaders, isEmpty }: HeroProps) {
  const t = useTexts(texts).hero;
  return (
    <section className={css.hero} data-alone={!featured || undefined}>
      <div className={css.words}>
        <p className={css.eyebrow}>{t.eyebrow}</p>
        <h1 className={css.heading}>{t.heading}</h1>
        <p className={css.lead}>{isEmpty ? t.leadEmpty(author) : t.lead(author)}</p>
        {!isEmpty && (
          <div className={css.ways}>
            <ButtonLink to="#ebooks" variant="secondary" size="l" onClick={scrollToPart}>
              {t.toEbooks}
            </ButtonLink>
            <ul className={css.anchors}>
              <li>
                <Link to="#reasons" onClick={scrollToPart}>
                  {t.toReasons}
                  <Icon name="chevron-down" />
                </Link>
              </li>
              {hasReaders && (
                <li>
                  <Link to="#readers" onClick={scrollToPart}>
                    {t.toReaders}
                    <Icon name="chevron-down" />
                  </Link>
                </li>
              )}
            </ul>
          </div>
        )}
      </div>
      {featured && <FeaturedEbook featured={featured} />}
    </section>
  );
}
