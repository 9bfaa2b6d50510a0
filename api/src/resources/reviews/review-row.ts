import { HIDDEN_REASONS, REVIEW_STATES } from '@site/shared/contracts/review-rules.ts';
import { LocaleSchema } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { tables } from '../../gateways/supabase/database.generated.ts';

/** What `review_json` answers. */
export const ReviewRowSchema = v.object({
  ...v.pick(tables.reviews, ['id', 'ebook_id', 'stars', 'text', 'shown_name', 'reply', 'replied_at', 'revision', 'created_at']).entries,
  locale: LocaleSchema,
  state: v.picklist(REVIEW_STATES),
  hidden_reason: v.nullable(v.picklist(HIDDEN_REASONS)),
  is_free: v.boolean(),
});
export type ReviewRow = v.InferOutput<typeof ReviewRowSchema>;

export const MyReviewRowSchema = v.object({
  may_write: v.boolean(),
  title: v.string(),
  language: v.string(),
  name: v.string(),
  review: v.nullable(ReviewRowSchema),
});
export type MyReviewRow = v.InferOutput<typeof MyReviewRowSchema>;

export const AdminReviewRowSchema = v.object({
  ...ReviewRowSchema.entries,
  uid: v.string(),
  title: v.string(),
  email: v.nullable(v.string()),
});
export type AdminReviewRow = v.InferOutput<typeof AdminReviewRowSchema>;
