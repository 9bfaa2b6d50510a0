import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import type { Review, ReviewList } from '@site/shared/contracts/reviews.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { Button, createApiClient, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { drawStars } from '@site/shared/texts/stars.ts';
import { useState } from 'react';
import { Stars } from '../../ebook/stars.tsx';
import { reviewTexts } from './review-texts.ts';
import css from './reviews.module.css';

type ReviewsProps = {
  readonly ebook: Ebook;
  /** The first page of reviews, or null if loading it failed. */
  readonly first: ReviewList | null;
  /** The name of the book's author, who replies. */
  readonly author: string;
};

/** Shows the reviews of a book, newest first. Shows nothing before the first stars. */
export function Reviews({ ebook, first, author }: ReviewsProps) {
  const t = useTexts(reviewTexts);
  // The further pages of reviews. The page's loader loads the first one.
  const [further, setFurther] = useState<ReviewList | null>(null);
  const [standing, setStanding] = useState<'still' | 'loading' | 'failed'>('still');
  const [added, setAdded] = useState(0);
  if (!ebook.stars) return null;
  const shown = [...(first?.reviews ?? []), ...(further?.reviews ?? [])];
  const nextCursor = (further ?? first)?.nextCursor ?? null;
  const hasFailed = standing === 'failed' || (!first && !further);

  async function load() {
    if (standing === 'loading') return;
    setStanding('loading');
    try {
      const query = nextCursor ? { after: nextCursor } : {};
      const page = await createApiClient({ origin: '' })('GET /api/ebooks/:id/reviews', { params: { id: ebook.id }, query });
      setFurther({ reviews: [...(further?.reviews ?? []), ...page.reviews], nextCursor: page.nextCursor });
      setAdded(page.reviews.length);
      setStanding('still');
    } catch {
      setStanding('failed');
    }
  }

  return (
    <section id="reviews" className={css.reviews} data-below aria-labelledby="reviews-title">
      <h2 id="reviews-title">{t.title}</h2>
      <Stars ebook={ebook} />
      <ol className={css.list}>
        {shown.map((review) => (
          <li key={review.id}>
            <OneReview review={review} author={author} />
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{added > 0 && t.added(added)}</VisuallyHidden>
      <p role="alert">{hasFailed && standing !== 'loading' && t.failed}</p>
      {(nextCursor !== null || hasFailed) && (
        <Button
          variant="secondary"
          className={css.more}
          isPending={standing === 'loading'}
          pendingText={t.loading}
          onClick={() => void load()}
        >
          {t.more}
        </Button>
      )}
      <details className={css.checked}>
        <summary>{t.how}</summary>
        <p>{t.checked}</p>
      </details>
    </section>
  );
}

function OneReview({ review: { stars, text, name, reply, writtenAt, isFree, locale }, author }: { review: Review; author: string }) {
  const t = useTexts(reviewTexts);
  const { day } = useFormats();
  return (
    <article className={css.review}>
      <p className={css.head}>
        <span role="img" aria-label={t.of(stars)} className={css.stars}>
          {drawStars(stars)}
        </span>
        <strong>{name}</strong>
        <Badge tone={isFree ? 'neutral' : 'olive'}>{isFree ? t.free : t.verified}</Badge>
        <time dateTime={writtenAt}>{day(writtenAt)}</time>
      </p>
      {text && (
        <p className={css.text} lang={locale}>
          {text}
        </p>
      )}
      {reply && (
        <div className={css.reply}>
          <p className={css.head}>
            <strong>{t.reply(author)}</strong>
            <time dateTime={reply.at}>{day(reply.at)}</time>
          </p>
          <p className={css.text}>{reply.text}</p>
        </div>
      )}
    </article>
  );
}
