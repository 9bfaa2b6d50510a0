import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import type { AdminReview, AdminReviewList, ModerateReviewSchema, ReplyToReviewSchema } from '@site/shared/contracts/admin-reviews.ts';
import { hasContactDetails } from '@site/shared/contracts/contact-details.ts';
import { EbookIdSchema } from '@site/shared/contracts/ebooks.ts';
import type { NewsletterOutcome } from '@site/shared/contracts/newsletter.ts';
import { type MyReview, REVIEW_PAGE_SIZE, type ReviewList, type SaveReview } from '@site/shared/contracts/reviews.ts';
import * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Deps } from '../../platform/deps.ts';
import { cursorsOf, type PageStart } from '../../platform/page.ts';
import { requireUuid } from '../../platform/require-uuid.ts';
import { requireLink } from '../../platform/signed-links.ts';
import { hideMailbox } from '../newsletter/newsletter.view.ts';
import * as repository from './reviews.repository.ts';
import { toAdminReview, toMyReview, toReview } from './reviews.view.ts';

/** A page of what readers say of a book that is sold, newest first. Throws `not_found`. */
export async function listReviews({ data }: Pick<Deps, 'data'>, ebookId: string, after: string | undefined): Promise<ReviewList> {
  const position = decodeCursor(after, 'uuid');
  const page = v.is(EbookIdSchema, ebookId) ? await repository.listReviews(data, ebookId, position, REVIEW_PAGE_SIZE) : null;
  if (!page) throw new AppError('not_found');
  const last = page.reviews.at(-1);
  return {
    reviews: page.reviews.map(toReview),
    nextCursor: page.more && last ? encodeCursor({ at: last.created_at, id: last.id }) : null,
  };
}

/** A book of the caller's, and what they said of it. Throws `not_found` without a right to it. */
export async function getMyReview({ data }: Pick<Deps, 'data'>, uid: string, ebookId: string): Promise<MyReview> {
  const row = v.is(EbookIdSchema, ebookId) ? await repository.getMyReview(data, uid, ebookId) : null;
  if (!row) throw new AppError('not_found');
  return toMyReview(row);
}

/**
 * Writes the caller's review of a book, or changes it. Throws `not_found` without a right to the book, `forbidden` before it was opened on the
 * first day, and `changed_meanwhile` when another tab wrote.
 */
export async function saveReview(deps: Pick<Deps, 'data'>, uid: string, ebookId: string, review: SaveReview): Promise<MyReview> {
  if (!v.is(EbookIdSchema, ebookId)) throw new AppError('not_found');
  const saved = await repository.saveReview(deps.data, { uid, ebookId, review, waits: hasContactDetails(review.text) });
  if (saved === null) throw new AppError('not_found');
  if (saved === 'too_early') throw new AppError('forbidden');
  if (saved === 'changed') throw new AppError('changed_meanwhile');
  return await getMyReview(deps, uid, ebookId);
}

/** Removes the caller's review. Throws `not_found`. */
export async function deleteReview({ data }: Pick<Deps, 'data'>, uid: string, ebookId: string): Promise<void> {
  const isGone = v.is(EbookIdSchema, ebookId) && (await repository.deleteReview(data, uid, ebookId));
  if (!isGone) throw new AppError('not_found');
}

/** Sends the reader whom a signed link belongs to no more reminders. Throws `link_invalid`. */
export async function stopReviewReminders({ data, env }: Pick<Deps, 'data' | 'env'>, token: string): Promise<NewsletterOutcome> {
  const { id } = requireLink(env, 'review_reminders_stop', token);
  const stopped = await repository.stopReviewReminders(data, id);
  if (!stopped) throw new AppError('link_invalid');
  return { outcome: stopped.outcome, email: hideMailbox(stopped.email) };
}

/** A page of all reviews, newest first. */
export async function listAdminReviews(
  { data }: Pick<Deps, 'data'>,
  filter: repository.ReviewFilter,
  start: PageStart,
): Promise<AdminReviewList> {
  const { reviews, ebooks, more } = await repository.listAdminReviews(data, filter, start, ADMIN_PAGE_SIZE);
  const cursors = cursorsOf(reviews, more, start, ({ created_at, id }) => ({ at: created_at, id }));
  return { reviews: reviews.map(toAdminReview), ebooks, ...cursors };
}

function reviewOf(outcome: repository.Outcome): AdminReview {
  if (outcome.outcome !== 'done') throw new AppError(outcome.outcome);
  return toAdminReview(outcome.review);
}

type AdminDeps = Pick<Deps, 'data' | 'wakeMail'>;

/** Hides name and text of a review, of which its reader is told, or shows them. Throws `not_found`, `changed_meanwhile`. */
export async function moderateReview(
  { data, wakeMail }: AdminDeps,
  actor: Actor,
  id: string,
  { revision, reason }: v.InferOutput<typeof ModerateReviewSchema>,
): Promise<AdminReview> {
  const review = reviewOf(await repository.moderateReview(data, actor, { id: requireUuid(id), revision }, reason));
  wakeMail();
  return review;
}

/** Puts the reply to a review, or takes it away. Throws `not_found`, `changed_meanwhile`. */
export async function replyToReview(
  { data, wakeMail }: AdminDeps,
  actor: Actor,
  id: string,
  { revision, reply }: v.InferOutput<typeof ReplyToReviewSchema>,
): Promise<AdminReview> {
  const review = reviewOf(await repository.replyToReview(data, actor, { id: requireUuid(id), revision }, reply));
  wakeMail();
  return review;
}
