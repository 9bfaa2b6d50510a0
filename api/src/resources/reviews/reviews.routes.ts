import { reviewPaths } from '@site/shared/paths/review-paths.ts';
import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv, Deps } from '../../platform/deps.ts';
import { addressOf, answerFrom, bodyOf, newRouter, queryOf } from '../../platform/http.ts';
import { pageStartOf } from '../../platform/page.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { requireOneClick } from '../newsletter/newsletter.routes.ts';
import {
  deleteReview,
  getMyReview,
  listAdminReviews,
  listReviews,
  moderateReview,
  replyToReview,
  saveReview,
  stopReviewReminders,
} from './reviews.service.ts';

/** What readers say of books; visitors' pages are answered from the last copy while the data service is away. */
export function reviewsRoutes({ answers }: Pick<Deps, 'answers'>): Hono<ApiEnv> {
  const kept = answers.keep({ maxEntries: 300 });
  return (
    newRouter()
      .get('/api/ebooks/:id/reviews', async (c) => {
        const { after } = queryOf(c, 'GET /api/ebooks/:id/reviews');
        const id = c.req.param('id');
        return answerFrom(c, await kept.get(JSON.stringify([id, after]), () => listReviews(c.get('deps'), id, after)), ['ebooks']);
      })
      .get('/api/me/reviews/:ebookId', async (c) => c.json(await getMyReview(c.get('deps'), c.get('caller').uid, c.req.param('ebookId'))))
      .put('/api/me/reviews/:ebookId', async (c) => {
        const deps = c.get('deps');
        const { uid } = c.get('caller');
        const review = await bodyOf(c, 'PUT /api/me/reviews/:ebookId');
        await limitUse(deps, 'review', { person: uid, address: addressOf(c) });
        return c.json(await saveReview(deps, uid, c.req.param('ebookId'), review));
      })
      .delete('/api/me/reviews/:ebookId', async (c) => {
        await deleteReview(c.get('deps'), c.get('caller').uid, c.req.param('ebookId'));
        return c.body(null, 204);
      })
      .post('/api/review-reminders/stop', async (c) => {
        const { token } = await bodyOf(c, 'POST /api/review-reminders/stop');
        return c.json(await stopReviewReminders(c.get('deps'), token));
      })
      // As for the newsletter.
      .get('/api/review-reminders/one-click', (c) =>
        c.redirect(`${c.get('deps').env.SITE_URL}${reviewPaths.reminders.href(c.req.query('token') ?? '')}`, 303),
      )
      .post('/api/review-reminders/one-click', async (c) => {
        await requireOneClick(c);
        return c.json(await stopReviewReminders(c.get('deps'), c.req.query('token') ?? ''));
      })
      .get('/api/admin/reviews', async (c) => {
        const { state, ebook, stars, ...page } = queryOf(c, 'GET /api/admin/reviews');
        const filter = { state, ebookId: ebook, stars: stars && Number(stars) };
        return c.json(await listAdminReviews(c.get('deps'), filter, pageStartOf(page, 'uuid')));
      })
      .put('/api/admin/reviews/:id/moderation', async (c) =>
        c.json(
          await moderateReview(c.get('deps'), actorOf(c), c.req.param('id'), await bodyOf(c, 'PUT /api/admin/reviews/:id/moderation')),
        ),
      )
      .put('/api/admin/reviews/:id/reply', async (c) =>
        c.json(await replyToReview(c.get('deps'), actorOf(c), c.req.param('id'), await bodyOf(c, 'PUT /api/admin/reviews/:id/reply'))),
      )
  );
}
