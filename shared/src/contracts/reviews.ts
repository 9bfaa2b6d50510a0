import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LocaleSchema } from '../texts/locales.ts';
import type { Calls } from './calls.ts';
import { hasContactDetails } from './contact-details.ts';
import { EbookIdSchema } from './ebooks.ts';
import { NewsletterOutcomeSchema, NewsletterTokenRequestSchema } from './newsletter.ts';
import { HIDDEN_REASONS, isReadableName, REVIEW_LIMITS, REVIEW_STATES } from './review-rules.ts';
import { createLineSchema, createOptionalLinesSchema, createTokenSchema } from './text.ts';

/** The owner's answer to a review. */
const ReviewReplySchema = v.object({ text: v.string(), at: InstantSchema });

export const reviewFacts = {
  /** The stars, from 1 to 5. */
  stars: v.number(),
  /** The review's text, which may be empty. */
  text: v.string(),
  name: v.string(),
  reply: v.nullable(ReviewReplySchema),
};

/** A reader's review of a book, for visitors. */
export const ReviewSchema = v.object({
  id: v.string(),
  ...reviewFacts,
  locale: LocaleSchema,
  writtenAt: InstantSchema,
  /** Whether nobody paid for the reader's copy. */
  isFree: v.boolean(),
});
export type Review = v.InferOutput<typeof ReviewSchema>;

/** Number of reviews on a page. */
export const REVIEW_PAGE_SIZE = 10;

/** Lists the reviews whose texts are shown, newest first. */
export const ReviewListQuerySchema = v.object({ after: v.optional(createTokenSchema(200)) });
export const ReviewListSchema = v.object({ reviews: v.array(ReviewSchema), nextCursor: v.nullable(v.string()) });
export type ReviewList = v.InferOutput<typeof ReviewListSchema>;

/** A book of the caller, and their review of it. */
export const MyReviewSchema = v.object({
  title: v.string(),
  language: v.string(),
  /** Whether the caller may review the book: the caller opened it, has owned it for a day, or has reviewed it before. */
  mayWrite: v.boolean(),
  /** Suggested name: the account's first name, possibly empty. */
  name: v.string(),
  review: v.nullable(
    v.object({
      ...reviewFacts,
      state: v.picklist(REVIEW_STATES),
      hiddenReason: v.nullable(v.picklist(HIDDEN_REASONS)),
      /** The number of changes to the review. */
      revision: v.number(),
    }),
  ),
});
export type MyReview = v.InferOutput<typeof MyReviewSchema>;

/** Largest integer of the database column. */
const LARGEST_REVISION = 2_147_483_647;
const createRevisionSchema = (least: 0 | 1) => v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(LARGEST_REVISION));
export const ReviewRevisionSchema = createRevisionSchema(1);

/**
 * `revision`: the revision of the review that the reader saw, or 0 if there was no review. If the review changed meanwhile:
 * `changed_meanwhile`.
 */
export const SaveReviewSchema = v.object({
  stars: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(5)),
  text: createOptionalLinesSchema(REVIEW_LIMITS.text),
  name: v.pipe(
    createLineSchema(REVIEW_LIMITS.name),
    v.check(isReadableName, 'required'),
    v.check((name) => !hasContactDetails(name), 'no_addresses'),
  ),
  locale: LocaleSchema,
  revision: createRevisionSchema(0),
});
export type SaveReview = v.InferOutput<typeof SaveReviewSchema>;

/** Query of the links that a mailbox opens or posts to. */
const ButtonQuerySchema = v.object({ token: v.optional(createTokenSchema(2_000), '') });

export const reviewCalls = {
  'GET /api/ebooks/:id/reviews': {
    who: 'public',
    kept: { about: ['ebooks'], maxEntries: 300 },
    params: { id: EbookIdSchema },
    query: ReviewListQuerySchema,
    answer: ReviewListSchema,
  },
  'GET /api/me/reviews/:ebookId': { who: 'verified', params: { ebookId: EbookIdSchema }, answer: MyReviewSchema },
  'PUT /api/me/reviews/:ebookId': {
    who: 'verified',
    limit: { windowSeconds: 600, person: 30, address: 300 },
    params: { ebookId: EbookIdSchema },
    body: SaveReviewSchema,
    answer: MyReviewSchema,
  },
  'DELETE /api/me/reviews/:ebookId': { who: 'verified', params: { ebookId: EbookIdSchema }, answer: v.null() },
  /** Stops reminders to the reader who got the link by email. */
  'POST /api/review-reminders/stop': { who: 'public', body: NewsletterTokenRequestSchema, answer: NewsletterOutcomeSchema },
  /** The URL that a mailbox's unsubscribe button calls, to stop reminders. */
  'POST /api/review-reminders/one-click': { who: 'public', query: ButtonQuerySchema, answer: NewsletterOutcomeSchema },
  /** The link that mailboxes without an unsubscribe button open. It redirects to the page, whose own button stops the reminders. */
  'GET /api/review-reminders/one-click': { who: 'public', query: ButtonQuerySchema },
} as const satisfies Calls;
