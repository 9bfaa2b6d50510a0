import type { HiddenReason, ReviewState } from '@site/shared/contracts/review-rules.ts';
import type { SaveReview } from '@site/shared/contracts/reviews.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Position } from '../../platform/cursor.ts';
import { type PageStart, pageArgs } from '../../platform/page.ts';
import { AdminReviewRowSchema, type MyReviewRow, MyReviewRowSchema, ReviewRowSchema } from './review-row.ts';

const PageSchema = v.nullable(v.object({ reviews: v.array(ReviewRowSchema), more: v.boolean() }));

/** Null for a book that is not sold. */
export const listReviews = (data: Data, ebookId: string, after: Position | null, size: number): Promise<v.InferOutput<typeof PageSchema>> =>
  data.call(
    'list_reviews',
    { p_ebook_id: ebookId, p_after_at: after?.at ?? null, p_after_id: after?.id ?? null, p_size: size },
    PageSchema,
  );

/** Null without a right to the book. */
export const getMyReview = (data: Data, uid: string, ebookId: string): Promise<MyReviewRow | null> =>
  data.call('get_my_review', { p_uid: uid, p_ebook_id: ebookId }, v.nullable(MyReviewRowSchema));

const SavedSchema = v.nullable(v.picklist(['saved', 'changed', 'too_early']));

/** `waits`: name or text lead elsewhere. Null without a right to the book. */
export const saveReview = (
  data: Data,
  { uid, ebookId, review, waits }: { uid: string; ebookId: string; review: SaveReview; waits: boolean },
): Promise<v.InferOutput<typeof SavedSchema>> =>
  data.call(
    'save_review',
    {
      p_uid: uid,
      p_ebook_id: ebookId,
      p_stars: review.stars,
      p_text: review.text,
      p_name: review.name,
      p_locale: review.locale,
      p_waits: waits,
      p_revision: review.revision,
    },
    SavedSchema,
  );

/** Whether there was one. */
export const deleteReview = (data: Data, uid: string, ebookId: string): Promise<boolean> =>
  data.call('delete_review', { p_uid: uid, p_ebook_id: ebookId }, v.boolean());

const AdminPageSchema = v.object({
  reviews: v.array(AdminReviewRowSchema),
  ebooks: v.array(v.object({ id: v.string(), title: v.string() })),
  more: v.boolean(),
});

export type ReviewFilter = { state: ReviewState | undefined; ebookId: string | undefined; stars: number | undefined };

export const listAdminReviews = (
  data: Data,
  { state, ebookId, stars }: ReviewFilter,
  start: PageStart,
  size: number,
): Promise<v.InferOutput<typeof AdminPageSchema>> =>
  data.call(
    'list_admin_reviews',
    { p_state: state ?? null, p_ebook_id: ebookId ?? null, p_stars: stars ?? null, ...pageArgs(start, size) },
    AdminPageSchema,
  );

const OutcomeSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), review: AdminReviewRowSchema }),
  v.object({ outcome: v.picklist(['not_found', 'changed_meanwhile']) }),
]);
export type Outcome = v.InferOutput<typeof OutcomeSchema>;

/** The review and the revision of it that the admin saw. */
export type ReviewVersionRef = { id: string; revision: number };

export const moderateReview = (
  data: Data,
  actor: Actor,
  { id, revision }: ReviewVersionRef,
  reason: HiddenReason | null,
): Promise<Outcome> => data.call('moderate_review', { p_actor: actor, p_id: id, p_revision: revision, p_reason: reason }, OutcomeSchema);

export const replyToReview = (data: Data, actor: Actor, { id, revision }: ReviewVersionRef, reply: string | null): Promise<Outcome> =>
  data.call('reply_to_review', { p_actor: actor, p_id: id, p_revision: revision, p_reply: reply }, OutcomeSchema);

const StoppedSchema = v.nullable(v.object({ outcome: v.picklist(['done', 'already']), email: v.string() }));

/** Null without such a reminder. */
export const stopReviewReminders = (data: Data, reminderId: string): Promise<v.InferOutput<typeof StoppedSchema>> =>
  data.call('stop_review_reminders', { p_id: reminderId }, StoppedSchema);
