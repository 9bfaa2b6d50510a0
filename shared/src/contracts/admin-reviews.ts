import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LocaleSchema } from '../texts/locales.ts';
import { pageCursors, pageQuery } from './admin-lists.ts';
import type { Calls } from './calls.ts';
import { EbookIdSchema } from './ebooks.ts';
import { HIDDEN_REASONS, REVIEW_LIMITS, REVIEW_STATES } from './review-rules.ts';
import { ReviewRevisionSchema, reviewFacts } from './reviews.ts';
import { createLinesSchema } from './text.ts';

const BookSchema = v.object({ id: EbookIdSchema, title: v.string() });

/** A review with the data that only admins see. */
export const AdminReviewSchema = v.object({
  id: v.string(),
  ...reviewFacts,
  locale: LocaleSchema,
  ebook: BookSchema,
  /** The account that wrote the review. */
  uid: v.string(),
  email: v.nullable(v.string()),
  state: v.picklist(REVIEW_STATES),
  hiddenReason: v.nullable(v.picklist(HIDDEN_REASONS)),
  isFree: v.boolean(),
  writtenAt: InstantSchema,
  revision: v.number(),
});
export type AdminReview = v.InferOutput<typeof AdminReviewSchema>;

/** Filters by state, book or number of stars. */
export const AdminReviewListQuerySchema = v.object({
  state: v.optional(v.picklist(REVIEW_STATES)),
  ebook: v.optional(EbookIdSchema),
  stars: v.optional(v.picklist(['1', '2', '3', '4', '5'])),
  ...pageQuery,
});

/** Reviews, newest first. `ebooks`: the books that have reviews, ordered by title. */
export const AdminReviewListSchema = v.object({ reviews: v.array(AdminReviewSchema), ebooks: v.array(BookSchema), ...pageCursors });
export type AdminReviewList = v.InferOutput<typeof AdminReviewListSchema>;

/**
 * Hides name and text of a review for a reason, or shows them again (null). `revision`: the revision that the admin saw. If the review
 * changed meanwhile: `changed_meanwhile`.
 */
export const ModerateReviewSchema = v.object({ reason: v.nullable(v.picklist(HIDDEN_REASONS)), revision: ReviewRevisionSchema });

/** The owner's reply to a review, which has at most one. Null removes the reply. */
export const ReplyToReviewSchema = v.object({ reply: v.nullable(createLinesSchema(REVIEW_LIMITS.reply)), revision: ReviewRevisionSchema });

const params = { id: v.pipe(v.string(), v.uuid()) };

export const adminReviewCalls = {
  'GET /api/admin/reviews': { who: 'people', query: AdminReviewListQuerySchema, answer: AdminReviewListSchema },
  'PUT /api/admin/reviews/:id/moderation': { who: 'people', params, body: ModerateReviewSchema, answer: AdminReviewSchema },
  'PUT /api/admin/reviews/:id/reply': { who: 'people', params, body: ReplyToReviewSchema, answer: AdminReviewSchema },
} as const satisfies Calls;
