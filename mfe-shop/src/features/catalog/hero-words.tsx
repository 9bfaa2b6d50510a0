import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { ButtonLink, Icon, Link, useTexts } from '@site/shared/site/site.ts';
import css from './hero.module.css';
import { lateTexts } from './late-texts.ts';
import { scrollToPart } from './scroll-to-part.ts';

type HeroWordsProps = {
  readonly author: string;
  readonly hasReaders: boolean;
  /** Whether the shop has no book for sale. */
  readonly isEmpty: boolean;
};

export function HeroWords({ author, hasReaders, isEmpty }: HeroWordsProps) {
  const t = useTexts(lateTexts).hero;
  return (
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
                <Icon path={pageIcons.chevronDown} />
              </Link>
            </li>
            {hasReaders && (
              <li>
                <Link to="#readers" onClick={scrollToPart}>
                  {t.toReaders}
                  <Icon path={pageIcons.chevronDown} />
                </Link>
              </li>
            )}
          </ul>
        </div>
      )}
    </div>
  );
}
