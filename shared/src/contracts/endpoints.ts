import * as v from 'valibot';
import { AnalyticsQuerySchema, AnalyticsSchema } from './admin-analytics.ts';
import { BrandUploadRequestSchema, BrandUploadSchema, MadeBrandPictureSchema, NewBrandPictureSchema } from './admin-brand.ts';
import { adminChangeCalls } from './admin-changes.ts';
import { adminContentCalls, ContentPreviewSchema } from './admin-content.ts';
import {
  AdminEbookListQuerySchema,
  AdminEbookListSchema,
  AdminEbookSchema,
  BookTableAnswerSchema,
  BookTableSchema,
  EbookVersionsSchema,
  EditedEbookSchema,
  NewCoverSchema,
  NewEbookSchema,
  NewPdfSchema,
  RemovedEbookSchema,
  RestoredPdfSchema,
  SalePreviewRequestSchema,
  SalePreviewSchema,
  SaleResultsSchema,
  SetLaunchSchema,
  SetSaleSchema,
  SetSampleSchema,
  UploadRequestSchema,
  UploadSchema,
} from './admin-ebooks.ts';
import {
  AdminEpisodeListQuerySchema,
  AdminEpisodeListSchema,
  AdminEpisodeSchema,
  ChannelSchema,
  EditedEpisodeSchema,
  EpisodeDraftSchema,
  EpisodePictureSchema,
  FoundChannelSchema,
  FreeSlugQuerySchema,
  FreeSlugSchema,
  LookUpChannelSchema,
  PictureUploadRequestSchema,
} from './admin-episodes.ts';
import { importCalls } from './admin-imports.ts';
import { letterCalls } from './admin-letters.ts';
import { messageCalls } from './admin-messages.ts';
import { noticeCalls } from './admin-notices.ts';
import { adminOrderCalls, adminReceiptCalls } from './admin-orders.ts';
import { payoutCalls } from './admin-payouts.ts';
import { peopleCalls } from './admin-people.ts';
import { adminPostCalls, SeenPostSchema } from './admin-posts.ts';
import { promotionCalls } from './admin-promotions.ts';
import { adminReviewCalls } from './admin-reviews.ts';
import { adminSearchCalls } from './admin-search.ts';
import { seriesCalls } from './admin-series.ts';
import {
  AdminSettingsSchema,
  ClientAddressQuerySchema,
  ClientAddressSchema,
  DoctorRunSchema,
  RunDoctorSchema,
  SendTestEmailSchema,
  TestEmailSchema,
} from './admin-settings.ts';
import { SetupSchema, SkipSetupStepSchema } from './admin-setup.ts';
import { StatsQuerySchema, StatsSchema } from './admin-stats.ts';
import { subscriberCalls } from './admin-subscribers.ts';
import { ChannelReadingSchema, SupportSchema } from './admin-support.ts';
import { SnoozeTaskSchema, TasksSchema } from './admin-tasks.ts';
import { adminTeamCalls } from './admin-team.ts';
import { userCalls } from './admin-users.ts';
import { PageSourcesQuerySchema, PageSourcesSchema, VisitsQuerySchema, VisitsSchema } from './admin-visits.ts';
import { type Call, KB, TEXT_BYTES } from './calls.ts';
import { checkoutCalls } from './checkout.ts';
import { contactCalls } from './contact.ts';
import { ContentQuerySchema, contentCalls, pageCalls } from './content.ts';
import { EbookListQuerySchema, EbookListSchema, EbookSchema, FeaturedEbookSchema } from './ebooks.ts';
import { EpisodeChaptersSchema, EpisodeListQuerySchema, EpisodeListSchema, EpisodePageSchema } from './episodes.ts';
import { giftCalls } from './gifts.ts';
import { keptCartCalls } from './kept-cart.ts';
import {
  accountCalls,
  DownloadLinkSchema,
  joinTeamCalls,
  KeepListeningSchema,
  ListeningPositionSchema,
  ListeningSchema,
  libraryCalls,
  meCalls,
} from './me.ts';
import { NewsletterAnswerSchema, NewsletterOutcomeSchema, NewsletterTokenRequestSchema, newsletterCalls } from './newsletter.ts';
import { orderCalls, orderReceiptCalls, paymentCalls } from './orders.ts';
import { PageReportSchema, PageReportsSchema } from './page-reports.ts';
import { passwordCalls } from './passwords.ts';
import { postCalls } from './posts.ts';
import { receiptCalls } from './receipts.ts';
import { reviewCalls } from './reviews.ts';
import { SampleLetterAnswerSchema, SampleLetterRequestSchema } from './samples.ts';
import { sitemapCalls } from './sitemap.ts';
import { VisitEventSchema } from './visits.ts';
import { WaitlistRequestSchema } from './waitlist.ts';

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
] as const;

type Both<Records> = Records extends readonly [infer First, ...infer Rest] ? First & Both<Rest> : unknown;
type WithAnswer<Records> = {
  [Route in keyof Records as Records[Route] extends { answer: v.GenericSchema } ? Route : never]: Records[Route];
};

/** Calls that stand whole in one place. The other calls of `endpoints` name who may make them in the API's `access.ts`. */
export const calls = Object.assign({}, ...callsByDomain) as Both<typeof callsByDomain>;
const jsonCalls = Object.fromEntries(Object.entries<Call>(calls).filter(([, call]) => call.answer)) as WithAnswer<typeof calls>;

/**
 * Every JSON call of the product: what it takes and what it answers. The API validates with it, the browser's client takes
 * its types from it (and nothing at run time), the contract tests check real answers against it.
 */
export const endpoints = {
  'GET /api/ebooks': { query: EbookListQuerySchema, answer: EbookListSchema },
  'GET /api/ebooks/featured': { answer: FeaturedEbookSchema },
  'GET /api/ebooks/:id': { answer: EbookSchema },
  'POST /api/ebooks/:id/sample-letter': { body: SampleLetterRequestSchema, answer: SampleLetterAnswerSchema },
  'GET /api/episodes': { query: EpisodeListQuerySchema, answer: EpisodeListSchema },
  'GET /api/episodes/:slug': { query: ContentQuerySchema, answer: EpisodePageSchema },
  'GET /api/episodes/:slug/chapters': { answer: EpisodeChaptersSchema },
  'POST /api/waitlist': { body: WaitlistRequestSchema, answer: NewsletterAnswerSchema },
  'POST /api/waitlist/confirm': { body: NewsletterTokenRequestSchema, answer: NewsletterOutcomeSchema },
  'POST /api/waitlist/leave': { body: NewsletterTokenRequestSchema, answer: NewsletterOutcomeSchema },
  'GET /api/me/listening': { answer: ListeningSchema },
  /** Answers the position that counts: a later one, of another device, stays. */
  'PUT /api/me/listening/:episodeId': { body: KeepListeningSchema, answer: ListeningPositionSchema },
  'GET /api/stats': { query: StatsQuerySchema, answer: StatsSchema },
  'POST /api/admin/uploads': { body: UploadRequestSchema, answer: UploadSchema },
  'POST /api/admin/book-tables': { body: BookTableSchema, answer: BookTableAnswerSchema, bodyBytes: TEXT_BYTES },
  'GET /api/admin/ebooks': { query: AdminEbookListQuerySchema, answer: AdminEbookListSchema },
  'POST /api/admin/ebooks': { body: NewEbookSchema, answer: AdminEbookSchema, bodyBytes: 64 * KB },
  'GET /api/admin/ebooks/:id': { answer: AdminEbookSchema },
  'PUT /api/admin/ebooks/:id': { body: EditedEbookSchema, answer: AdminEbookSchema, bodyBytes: 64 * KB },
  'DELETE /api/admin/ebooks/:id': { answer: RemovedEbookSchema },
  'PUT /api/admin/ebooks/:id/pdf': { body: NewPdfSchema, answer: AdminEbookSchema },
  'PUT /api/admin/ebooks/:id/cover': { body: NewCoverSchema, answer: AdminEbookSchema },
  'PUT /api/admin/ebooks/:id/sale': { body: SetSaleSchema, answer: AdminEbookSchema },
  'GET /api/admin/ebooks/:id/sales': { answer: SaleResultsSchema },
  'POST /api/admin/ebooks/:id/sale-preview': { body: SalePreviewRequestSchema, answer: SalePreviewSchema },
  'PUT /api/admin/ebooks/:id/launch': { body: SetLaunchSchema, answer: AdminEbookSchema },
  'PUT /api/admin/ebooks/:id/sample': { body: SetSampleSchema, answer: AdminEbookSchema },
  'POST /api/admin/ebooks/:id/file-link': { answer: DownloadLinkSchema },
  'GET /api/admin/ebooks/:id/versions': { answer: EbookVersionsSchema },
  'POST /api/admin/ebooks/:id/versions/:version/file-link': { answer: DownloadLinkSchema },
  'POST /api/admin/ebooks/:id/versions/:version/restore': { body: RestoredPdfSchema, answer: AdminEbookSchema },
  'GET /api/admin/channel': { answer: ChannelSchema },
  'GET /api/admin/episodes': { query: AdminEpisodeListQuerySchema, answer: AdminEpisodeListSchema },
  'GET /api/admin/episodes/:id': { answer: AdminEpisodeSchema },
  'PUT /api/admin/episodes/:id': { body: EditedEpisodeSchema, answer: AdminEpisodeSchema, bodyBytes: 64 * KB },
  'GET /api/admin/episodes/:id/free-slug': { query: FreeSlugQuerySchema, answer: FreeSlugSchema },
  'POST /api/admin/episodes/:id/preview': { body: EpisodeDraftSchema, answer: ContentPreviewSchema, bodyBytes: 64 * KB },
  'POST /api/admin/episodes/:id/picture-uploads': { body: PictureUploadRequestSchema, answer: UploadSchema },
  'PUT /api/admin/episodes/:id/picture': { body: EpisodePictureSchema, answer: AdminEpisodeSchema },
  'DELETE /api/admin/posts/:id': { body: SeenPostSchema, answer: v.null() },
  /** Browsers send reports of their own to it as well. */
  'POST /api/reports': { body: PageReportSchema, answer: v.null(), bodyBytes: 96 * KB },
  'POST /api/visits': { body: VisitEventSchema, answer: v.null(), bodyBytes: 64 * KB },
  'GET /api/admin/visits/page': { query: PageSourcesQuerySchema, answer: PageSourcesSchema },
  'GET /api/admin/visits': { query: VisitsQuerySchema, answer: VisitsSchema },
  'GET /api/admin/page-reports': { answer: PageReportsSchema },
  'GET /api/admin/tasks': { answer: TasksSchema },
  'PUT /api/admin/task-snoozes': { body: SnoozeTaskSchema, answer: TasksSchema },
  'GET /api/admin/support': { answer: SupportSchema },
  'POST /api/admin/channel-lookups': { body: LookUpChannelSchema, answer: FoundChannelSchema },
  'POST /api/admin/channel-readings': { answer: ChannelReadingSchema },
  'GET /api/admin/analytics': { query: AnalyticsQuerySchema, answer: AnalyticsSchema },
  'POST /api/admin/brand-uploads': { body: BrandUploadRequestSchema, answer: BrandUploadSchema },
  'POST /api/admin/brand-pictures': { body: NewBrandPictureSchema, answer: MadeBrandPictureSchema },
  'GET /api/admin/setup': { answer: SetupSchema },
  'PUT /api/admin/setup-skips': { body: SkipSetupStepSchema, answer: SetupSchema },
  'GET /api/admin/settings': { answer: AdminSettingsSchema },
  'POST /api/admin/test-emails': { body: SendTestEmailSchema, answer: TestEmailSchema },
  'GET /api/admin/test-emails/:id': { answer: TestEmailSchema },
  'POST /api/admin/doctor-runs': { body: RunDoctorSchema, answer: DoctorRunSchema },
  'GET /api/client-address': { query: ClientAddressQuerySchema, answer: ClientAddressSchema },
  ...jsonCalls,
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
