import type * as v from 'valibot';
import { analyticsCalls } from './admin-analytics.ts';
import { brandCalls } from './admin-brand.ts';
import { adminChangeCalls } from './admin-changes.ts';
import { adminContentCalls } from './admin-content.ts';
import { adminEbookCalls, adminSampleCalls, launchCalls } from './admin-ebooks.ts';
import { adminEpisodeCalls } from './admin-episodes.ts';
import { importCalls } from './admin-imports.ts';
import { letterCalls } from './admin-letters.ts';
import { messageCalls } from './admin-messages.ts';
import { noticeCalls } from './admin-notices.ts';
import { adminOrderCalls, adminReceiptCalls } from './admin-orders.ts';
import { payoutCalls } from './admin-payouts.ts';
import { peopleCalls } from './admin-people.ts';
import { adminPostCalls } from './admin-posts.ts';
import { promotionCalls } from './admin-promotions.ts';
import { adminReviewCalls } from './admin-reviews.ts';
import { adminSearchCalls } from './admin-search.ts';
import { seriesCalls } from './admin-series.ts';
import { settingsCalls } from './admin-settings.ts';
import { setupCalls } from './admin-setup.ts';
import { statsCalls } from './admin-stats.ts';
import { subscriberCalls } from './admin-subscribers.ts';
import { healthCalls } from './admin-support.ts';
import { taskCalls } from './admin-tasks.ts';
import { adminTeamCalls } from './admin-team.ts';
import { userCalls } from './admin-users.ts';
import { visitCalls } from './admin-visits.ts';
import type { Call } from './calls.ts';
import { checkoutCalls } from './checkout.ts';
import { contactCalls } from './contact.ts';
import { contentCalls, pageCalls } from './content.ts';
import { ebookCalls } from './ebooks.ts';
import { episodeCalls } from './episodes.ts';
import { giftCalls } from './gifts.ts';
import { keptCartCalls } from './kept-cart.ts';
import { accountCalls, joinTeamCalls, libraryCalls, listeningCalls, meCalls } from './me.ts';
import { newsletterCalls } from './newsletter.ts';
import { orderCalls, orderReceiptCalls, paymentCalls } from './orders.ts';
import { pageReportCalls, reportCalls } from './page-reports.ts';
import { passwordCalls } from './passwords.ts';
import { postCalls } from './posts.ts';
import { receiptCalls } from './receipts.ts';
import { reviewCalls } from './reviews.ts';
import { sampleCalls } from './samples.ts';
import { sitemapCalls } from './sitemap.ts';
import { visitEventCalls } from './visits.ts';
import { waitlistCalls } from './waitlist.ts';

/** A call of the API that answers JSON. */
export type Endpoint = {
  readonly query?: v.GenericSchema;
  readonly body?: v.GenericSchema;
  readonly answer: v.GenericSchema;
  /** Longest body, in bytes, where `BODY_BYTES` is too short. */
  readonly bodyBytes?: number;
};

/** The calls of each domain. Two of them may not have one route: `endpoints.test.ts`. */
export const callsByDomain = [
  reviewCalls,
  adminReviewCalls,
  keptCartCalls,
  adminSearchCalls,
  adminChangeCalls,
  userCalls,
  payoutCalls,
  peopleCalls,
  adminTeamCalls,
  accountCalls,
  joinTeamCalls,
  libraryCalls,
  meCalls,
  giftCalls,
  receiptCalls,
  orderCalls,
  orderReceiptCalls,
  paymentCalls,
  adminOrderCalls,
  adminReceiptCalls,
  promotionCalls,
  checkoutCalls,
  postCalls,
  adminPostCalls,
  importCalls,
  letterCalls,
  seriesCalls,
  contactCalls,
  messageCalls,
  newsletterCalls,
  subscriberCalls,
  passwordCalls,
  noticeCalls,
  contentCalls,
  pageCalls,
  adminContentCalls,
  sitemapCalls,
  episodeCalls,
  adminEpisodeCalls,
  ebookCalls,
  adminEbookCalls,
  healthCalls,
  listeningCalls,
  waitlistCalls,
  launchCalls,
  sampleCalls,
  adminSampleCalls,
  brandCalls,
  taskCalls,
  setupCalls,
  settingsCalls,
  pageReportCalls,
  reportCalls,
  visitCalls,
  visitEventCalls,
  statsCalls,
  analyticsCalls,
] as const;

type All<Records> = (Records extends unknown ? (records: Records) => void : never) extends (records: infer Every) => void ? Every : never;
type WithAnswer<Records> = {
  [Route in keyof Records as Records[Route] extends { answer: v.GenericSchema } ? Route : never]: Records[Route];
};

/** What every call of the API is, by its route. */
export const calls = Object.assign({}, ...callsByDomain) as All<(typeof callsByDomain)[number]>;

/**
 * Every JSON call of the product: what it takes and what it answers. The API validates with it, the browser's client takes
 * its types from it (and nothing at run time), the contract tests check real answers against it.
 */
export const endpoints = Object.fromEntries(Object.entries<Call>(calls).filter(([, call]) => call.answer)) as WithAnswer<typeof calls>;
export type Endpoints = typeof endpoints;
