import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { drawStars } from '@site/shared/texts/stars.ts';
import css from './stars.module.css';
import { ebookTexts } from './texts.ts';

/** Shows a book's average stars and its number of reviews. Shows nothing before the first review. */
export function Stars({ ebook: { stars } }: { ebook: Pick<Ebook, 'stars'> }) {
  const t = useTexts(ebookTexts);
  if (!stars) return null;
  const mean = t.mean(stars.mean);
  return (
    <span role="img" aria-label={t.stars(mean, stars.reviews)} className={css.stars}>
      <span>{drawStars(stars.mean)}</span> {mean} ({stars.reviews})
    </span>
  );
}
