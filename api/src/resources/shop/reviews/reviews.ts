import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import { AdminReviewListSchema, adminReviewCalls } from '@site/shared/contracts/admin-reviews.ts';
import { hasContactDetails } from '@site/shared/contracts/contact-details.ts';
import { type NewsletterOutcome, NewsletterOutcomeSchema } from '@site/shared/contracts/newsletter.ts';
import { REVIEW_PAGE_SIZE, ReviewListSchema, reviewCalls } from '@site/shared/contracts/reviews.ts';
import { reviewPaths } from '@site/shared/paths/review-paths.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import { decodeCursor, encodeCursor, type Position } from '../../../platform/cursor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { cursorsOf, pageOf, pageStartOf } from '../../../platform/page.ts';
import { requireLink } from '../../../platform/signed-links.ts';
import { requireOneClick } from '../../writing/newsletter/newsletter.ts';
import { hideMailbox } from '../../writing/newsletter/newsletter.view.ts';

const PageSchema = v.object({ reviews: ReviewListSchema.entries.reviews, more: v.boolean() });
const AdminPageSchema = v.object({ ...v.pick(AdminReviewListSchema, ['reviews', 'ebooks']).entries, more: v.boolean() });
const positionOf = ({ writtenAt, id }: { writtenAt: string; id: string }): Position => ({ at: writtenAt, id });

/** Stops review reminders for the reader of a signed link. Throws `link_invalid`. */
async function stopReminders({ data: { sql }, env }: Deps, token: string): Promise<NewsletterOutcome> {
  const { id } = requireLink(env, 'review_reminders_stop', token);
  const { outcome, email } = v.parse(NewsletterOutcomeSchema, await sql.stopReviewReminders({ id }));
  return { outcome, email: hideMailbox(email) };
}

export const reviewHandlers = handle(
  { ...reviewCalls, ...adminReviewCalls },
  {
    'GET /api/ebooks/:id/reviews': async ({ sql, params, query }) => {
      const after = decodeCursor(query.after, 'uuid');
      const size = REVIEW_PAGE_SIZE;
      const page = await sql.listReviews({ ebookId: params.id, afterAt: after?.at ?? null, afterId: after?.id ?? null, size });
      const { reviews, more } = v.parse(PageSchema, page);
      const last = reviews.at(-1);
      return { reviews, nextCursor: more && last ? encodeCursor(positionOf(last)) : null };
    },
    'GET /api/me/reviews/:ebookId': ({ sql, caller, params }) => sql.getMyReview({ uid: caller.uid, ...params }),
    'PUT /api/me/reviews/:ebookId': ({ sql, caller, params, body }) =>
      sql.saveReview({ uid: caller.uid, ...params, ...body, waits: hasContactDetails(body.text) }),
    'DELETE /api/me/reviews/:ebookId': async ({ sql, caller, params }) => {
      if (!(await sql.deleteReview({ uid: caller.uid, ...params }))) throw new AppError('not_found');
      return null;
    },
    'POST /api/review-reminders/stop': ({ deps, body }) => stopReminders(deps, body.token),
    'POST /api/review-reminders/one-click': async ({ deps, c, query }) => {
      await requireOneClick(c);
      return await stopReminders(deps, query.token);
    },
    'GET /api/review-reminders/one-click': async ({ deps, c, query }) =>
      c.redirect(`${deps.env.SITE_URL}${reviewPaths.reminders.href(query.token)}`, 303),
    'GET /api/admin/reviews': async ({ sql, query: { state, ebook, stars, ...at } }) => {
      const start = pageStartOf(at, 'uuid');
      const filter = { state: state ?? null, ebookId: ebook ?? null, stars: stars ? Number(stars) : null };
      const page = await sql.listAdminReviews({ ...filter, ...pageOf(start, ADMIN_PAGE_SIZE) });
      const { reviews, ebooks, more } = v.parse(AdminPageSchema, page);
      return { reviews, ebooks, ...cursorsOf(reviews, more, start, positionOf) };
    },
    // Moderating queues an email to the author of the review.
    'PUT /api/admin/reviews/:id/moderation': async ({ deps, sql, actor, params, body }) => {
      const review = await sql.moderateReview({ actor, ...params, ...body });
      deps.wakeMail();
      return review;
    },
    'PUT /api/admin/reviews/:id/reply': async ({ deps, sql, actor, params, body }) => {
      const review = await sql.replyToReview({ actor, ...params, ...body });
      deps.wakeMail();
      return review;
    },
  },
);
