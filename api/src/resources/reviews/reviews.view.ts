import type { AdminReview } from '@site/shared/contracts/admin-reviews.ts';
import { REVIEW_LIMITS } from '@site/shared/contracts/review-rules.ts';
import type { MyReview, Review } from '@site/shared/contracts/reviews.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { cut } from '@site/shared/texts/plain-text.ts';
import type { AdminReviewRow, MyReviewRow, ReviewRow } from './review-row.ts';

const toFacts = ({ stars, text, shown_name, reply, replied_at }: ReviewRow): Pick<Review, 'stars' | 'text' | 'name' | 'reply'> => ({
  stars,
  text,
  name: shown_name,
  reply: reply === null || replied_at === null ? null : { text: reply, at: toInstant(replied_at) },
});

export const toReview = (row: ReviewRow): Review => ({
  id: row.id,
  ...toFacts(row),
  locale: row.locale,
  writtenAt: toInstant(row.created_at),
  isFree: row.is_free,
});

const firstNameOf = (name: string): string => cut(name.trim().split(/\s+/)[0] ?? '', REVIEW_LIMITS.name);

export const toMyReview = ({ may_write, title, language, name, review }: MyReviewRow): MyReview => ({
  title,
  language,
  mayWrite: may_write,
  name: firstNameOf(name),
  review: review && { ...toFacts(review), state: review.state, hiddenReason: review.hidden_reason, revision: review.revision },
});

export const toAdminReview = (row: AdminReviewRow): AdminReview => ({
  ...toReview(row),
  ebook: { id: row.ebook_id, title: row.title },
  uid: row.uid,
  email: row.email,
  state: row.state,
  hiddenReason: row.hidden_reason,
  revision: row.revision,
});
