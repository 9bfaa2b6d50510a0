import type { Endpoints } from '@site/shared/contracts/endpoints.ts';
import type { Hono } from 'hono';
import type Stripe from 'stripe';
import { access, assertAccessIsComplete, routesOf } from './platform/access.ts';
import type { ApiEnv, Deps } from './platform/deps.ts';
import { envelope, guard, limitBody, limitWait, newRouter, onError, onNotFound, outdateAnswers, refuseMethods } from './platform/http.ts';
import { accountRoutes } from './resources/account/account.routes.ts';
import { adminChangesRoutes } from './resources/admin-changes/admin-changes.routes.ts';
import { adminSearchRoutes } from './resources/admin-search/admin-search.routes.ts';
import { analyticsRoutes } from './resources/analytics/analytics.routes.ts';
import { balanceRoutes } from './resources/balance/balance.routes.ts';
import { brandRoutes } from './resources/brand/brand.routes.ts';
import { checkoutRoutes } from './resources/checkout/checkout.routes.ts';
import { adminMessagesRoutes } from './resources/contact/admin-messages.routes.ts';
import { contactRoutes } from './resources/contact/contact.routes.ts';
import { adminContentRoutes } from './resources/content/admin-content.routes.ts';
import { contentRoutes } from './resources/content/content.routes.ts';
import { adminEbooksRoutes } from './resources/ebooks/admin-ebooks.routes.ts';
import { ebooksRoutes } from './resources/ebooks/ebooks.routes.ts';
import type { PdfReader } from './resources/ebooks/pdf-reader.ts';
import { adminEpisodesRoutes } from './resources/episodes/admin-episodes.routes.ts';
import { episodesRoutes } from './resources/episodes/episodes.routes.ts';
import { giftsRoutes } from './resources/gifts/gifts.routes.ts';
import { adminHealthRoutes } from './resources/health/admin-health.routes.ts';
import { healthRoutes } from './resources/health/health.routes.ts';
import { importsRoutes } from './resources/imports/imports.routes.ts';
import { keptCartRoutes } from './resources/kept-cart/kept-cart.routes.ts';
import { launchesRoutes } from './resources/launches/launches.routes.ts';
import { lettersRoutes } from './resources/letters/letters.routes.ts';
import { seriesRoutes } from './resources/letters/series.routes.ts';
import { libraryRoutes } from './resources/library/library.routes.ts';
import { listeningRoutes } from './resources/listening/listening.routes.ts';
import { adminSubscribersRoutes } from './resources/newsletter/admin-subscribers.routes.ts';
import { newsletterRoutes } from './resources/newsletter/newsletter.routes.ts';
import { noticesRoutes } from './resources/notices/notices.routes.ts';
import { adminOrdersRoutes } from './resources/orders/admin-orders.routes.ts';
import { ordersRoutes } from './resources/orders/orders.routes.ts';
import { pageReportsRoutes } from './resources/page-reports/page-reports.routes.ts';
import { pagesRoutes } from './resources/pages/pages.routes.ts';
import { passwordsRoutes } from './resources/passwords/passwords.routes.ts';
import { paymentsRoutes } from './resources/payments/payments.routes.ts';
import { peopleRoutes } from './resources/people/people.routes.ts';
import { adminPostsRoutes } from './resources/posts/admin-posts.routes.ts';
import { postsRoutes } from './resources/posts/posts.routes.ts';
import { adminPromotionsRoutes } from './resources/promotions/admin-promotions.routes.ts';
import { receiptsRoutes } from './resources/receipts/receipts.routes.ts';
import { reviewsRoutes } from './resources/reviews/reviews.routes.ts';
import { samplesRoutes } from './resources/samples/sample.routes.ts';
import { settingsRoutes } from './resources/settings/settings.routes.ts';
import { setupRoutes } from './resources/setup/setup.routes.ts';
import { sitemapRoutes } from './resources/sitemap/sitemap.routes.ts';
import type { StampedCopies } from './resources/stamping/stamped-copies.ts';
import { statsRoutes } from './resources/stats/stats.routes.ts';
import { tasksRoutes } from './resources/tasks/tasks.routes.ts';
import { teamRoutes } from './resources/team/team.routes.ts';
import { usersRoutes } from './resources/users/users.routes.ts';
import { visitsRoutes } from './resources/visits/visits.routes.ts';

/** Somebody waits for these, and they wait for Stripe. */
const CALLS_OF_STRIPE = [
  'POST /api/create-checkout-session',
  'POST /send-purchase-email',
  'POST /api/me/orders/:id/cancel',
  'DELETE /api/me',
  'POST /api/admin/orders/:id/refunds',
  'DELETE /api/admin/people/:id',
  'GET /api/admin/payouts',
] as const satisfies (keyof Endpoints)[];

/** What one resource makes and another one's routes use. */
type Services = { handleEvent: (event: Stripe.Event) => Promise<void>; pdfReader: PdfReader; stampedCopies: StampedCopies };

/** The whole API. Throws when a route and the access table do not agree. */
export function createApp(deps: Deps, { handleEvent, pdfReader, stampedCopies }: Services): Hono<ApiEnv> {
  const app = newRouter();
  app.onError(onError);
  app.notFound(onNotFound);

  app.use(envelope(deps));
  app.use(refuseMethods(access));
  for (const call of CALLS_OF_STRIPE) {
    const [method = '', path = ''] = call.split(' ');
    app.on(method, path, limitWait);
  }
  app.use(guard(access));
  app.on(['POST', 'PUT', 'DELETE'], '*', limitBody());
  app.on(['POST', 'PUT', 'DELETE'], '*', outdateAnswers(access));

  app.route('/', healthRoutes(deps));
  app.route('/', ebooksRoutes(deps));
  app.route('/', episodesRoutes(deps));
  app.route('/', postsRoutes(deps));
  app.route('/', pagesRoutes(deps));
  app.route('/', contentRoutes(deps));
  app.route('/', contactRoutes());
  app.route('/', newsletterRoutes());
  app.route('/', sitemapRoutes(deps));
  app.route('/', passwordsRoutes());
  app.route('/', checkoutRoutes());
  app.route('/', paymentsRoutes(handleEvent));
  app.route('/', ordersRoutes());
  app.route('/', giftsRoutes());
  app.route('/', libraryRoutes(stampedCopies));
  app.route('/', keptCartRoutes());
  app.route('/', listeningRoutes());
  app.route('/', accountRoutes());
  app.route('/', teamRoutes());
  app.route('/', pageReportsRoutes());
  app.route('/', statsRoutes());
  app.route('/', usersRoutes());
  app.route('/', adminMessagesRoutes());
  app.route('/', peopleRoutes());
  app.route('/', adminSubscribersRoutes());
  app.route('/', adminHealthRoutes());
  app.route('/', tasksRoutes());
  app.route('/', noticesRoutes());
  app.route('/', adminChangesRoutes());
  app.route('/', analyticsRoutes());
  app.route('/', visitsRoutes());
  app.route('/', balanceRoutes());
  app.route('/', adminOrdersRoutes());
  app.route('/', receiptsRoutes());
  app.route('/', reviewsRoutes(deps));
  app.route('/', adminSearchRoutes());
  app.route('/', adminContentRoutes());
  app.route('/', adminEbooksRoutes(pdfReader));
  app.route('/', launchesRoutes());
  app.route('/', samplesRoutes());
  app.route('/', brandRoutes());
  app.route('/', importsRoutes());
  app.route('/', adminPromotionsRoutes());
  app.route('/', adminEpisodesRoutes());
  app.route('/', adminPostsRoutes());
  app.route('/', lettersRoutes());
  app.route('/', seriesRoutes());
  app.route('/', settingsRoutes());
  app.route('/', setupRoutes());

  assertAccessIsComplete(routesOf(app));
  return app;
}
