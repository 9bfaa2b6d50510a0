import type * as v from 'valibot';
import { analyticsCalls } from './admin-analytics.ts';
import { brandCalls } from './admin-brand.ts';
import { campaignCalls } from './admin-campaigns.ts';
import { adminContentCalls } from './admin-content.ts';
import { adminEbookCalls, adminSampleCalls, launchCalls } from './admin-ebooks.ts';
import { adminEpisodeCalls } from './admin-episodes.ts';
import { importCalls } from './admin-imports.ts';
import { messageCalls } from './admin-messages.ts';
import { noticeCalls } from './admin-notices.ts';
import { adminOrderCalls, adminReceiptCalls } from './admin-orders.ts';
import { adminOwnEpisodeCalls } from './admin-own-episodes.ts';
import { payoutCalls } from './admin-payouts.ts';
import { peopleCalls } from './admin-people.ts';
import { adminPodcastCalls } from './admin-podcast.ts';
import { adminPodcastImportCalls } from './admin-podcast-import.ts';
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
import { auditLogCalls } from './audit-log.ts';
import type { Call } from './calls.ts';
import { checkoutCalls } from './checkout.ts';
import { contactCalls } from './contact.ts';
import { contentCalls, pageCalls } from './content.ts';
import { ebookCalls } from './ebooks.ts';
import { episodeSeriesCalls } from './episode-series.ts';
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
import { transcriptCalls } from './transcripts.ts';
import { visitEventCalls } from './visits.ts';
import { waitlistCalls } from './waitlist.ts';

/** A call of the API with a JSON answer. */
export type Endpoint = {
  readonly query?: v.GenericSchema;
  readonly body?: v.GenericSchema;
  readonly answer: v.GenericSchema;
  /** Largest body of the call, in bytes, if `BODY_BYTES` is too small. */
  readonly bodyBytes?: number;
};

const callsOfPeopleAndSales = [
  reviewCalls,
  adminReviewCalls,
  keptCartCalls,
  adminSearchCalls,
  auditLogCalls,
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
] as const;
const callsOfContent = [
  postCalls,
  adminPodcastCalls,
  adminPostCalls,
  importCalls,
  campaignCalls,
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
  transcriptCalls,
  episodeSeriesCalls,
  adminOwnEpisodeCalls,
  adminPodcastImportCalls,
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

/**
 * The calls of each domain. No two may have the same route; `endpoints.test.ts` checks this. There are two lists because the type of one
 * list would be longer than the compiler can write into a declaration file.
 */
export const callsByDomain: readonly [...typeof callsOfPeopleAndSales, ...typeof callsOfContent] = [
  ...callsOfPeopleAndSales,
  ...callsOfContent,
];

type All<Records> = (Records extends unknown ? (records: Records) => void : never) extends (records: infer Every) => void ? Every : never;
type WithAnswer<Records> = {
  [Route in keyof Records as Records[Route] extends { answer: v.GenericSchema } ? Route : never]: Records[Route];
};

/** All calls of the API by route. */
export const calls = Object.assign({}, ...callsByDomain) as All<(typeof callsByDomain)[number]>;

/**
 * Every JSON call of the product with its input and answer. The API validates with these schemas and the contract tests check real answers
 * against them. The browser's client uses only their types, so it contains none of them at run time.
 */
export const endpoints = Object.fromEntries(Object.entries<Call>(calls).filter(([, call]) => call.answer)) as WithAnswer<typeof calls>;
export type Endpoints = typeof endpoints;
