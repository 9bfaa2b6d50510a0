import { type ComponentProps, Suspense } from 'react';
import type { Catalog } from './catalog-data.ts';
import { FeaturedEbook } from './featured-ebook.tsx';
import css from './hero.module.css';
import { HeroWords } from './late-part.ts';

type HeroProps = ComponentProps<typeof HeroWords> & {
  readonly featured: Catalog['featured'];
};

export function Hero({ featured, ...words }: HeroProps) {
  return (
    <section className={css.hero} data-alone={!featured || undefined}>
      <Suspense>
        <HeroWords {...words} />
      </Suspense>
      {featured && <FeaturedEbook featured={featured} />}
    </section>
  );
}
