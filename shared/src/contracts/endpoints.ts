import * as v from 'valibot';
import { AnalyticsQuerySchema, AnalyticsSchema } from './admin-analytics.ts';
import { BrandUploadRequestSchema, BrandUploadSchema, MadeBrandPictureSchema, NewBrandPictureSchema } from './admin-brand.ts';
import { adminChangeCalls } from './admin-changes.ts';
import {
  AdminContentListSchema,
  AdminContentSchema,
  ContentDraftSchema,
  ContentHistoryQuerySchema,
  ContentHistorySchema,
  ContentPreviewSchema,
  PublishContentSchema,
} from './admin-content.ts';
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
import {
  ChosenColumnsSchema,
  EditedImportProductSchema,
  ImportColumnsSchema,
  ImportListQuerySchema,
  ImportListSchema,
  ImportSchema,
  ImportUploadSchema,
  NewImportSchema,
  NewProofSchema,
  RemovedImportSchema,
} from './admin-imports.ts';
import {
  AdminLetterSchema,
  EditedLetterSchema,
  LetterAudienceQuerySchema,
  LetterAudienceSchema,
  LetterListQuerySchema,
  LetterListSchema,
  LetterLocaleSchema,
  LetterPreviewSchema,
  LetterRevisionSchema,
  NewLetterSchema,
  SenderCheckSchema,
  SendLetterSchema,
} from './admin-letters.ts';
import {
  AdminMessageListQuerySchema,
  AdminMessageListSchema,
  AdminMessageSchema,
  AssigneesSchema,
  AssignMessageSchema,
  MarkedSpamSchema,
  MarkMessageSchema,
  MarkSpamSchema,
  ReplySchema,
  SavedAnswersSchema,
} from './admin-messages.ts';
import { ChangeNoticesSchema, MyNoticesSchema } from './admin-notices.ts';
import { adminOrderCalls, adminReceiptCalls } from './admin-orders.ts';
import { payoutCalls } from './admin-payouts.ts';
import { peopleCalls } from './admin-people.ts';
import {
  AdminPostListQuerySchema,
  AdminPostListSchema,
  AdminPostSchema,
  EditedPostSchema,
  NewPostPictureSchema,
  NewPostSchema,
  PostPictureSchema,
  PostRevisionSchema,
  PostUploadRequestSchema,
  PostUploadSchema,
  PostVersionSchema,
  PostVersionsQuerySchema,
  PostVersionsSchema,
  PublishPostSchema,
  SavedPostDraftSchema,
  SeenPostSchema,
} from './admin-posts.ts';
import { promotionCalls } from './admin-promotions.ts';
import { adminReviewCalls } from './admin-reviews.ts';
import { adminSearchCalls } from './admin-search.ts';
import { AdminSeriesSchema, MovedSeriesStepSchema, NewSeriesStepSchema, SeriesRevisionSchema, SwitchSeriesSchema } from './admin-series.ts';
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
import {
  AdminSubscriberListQuerySchema,
  AdminSubscriberListSchema,
  SubscriberGrowthQuerySchema,
  SubscriberGrowthSchema,
} from './admin-subscribers.ts';
import { ChannelReadingSchema, SupportSchema } from './admin-support.ts';
import { SnoozeTaskSchema, TasksSchema } from './admin-tasks.ts';
import { adminTeamCalls } from './admin-team.ts';
import { userCalls } from './admin-users.ts';
import { PageSourcesQuerySchema, PageSourcesSchema, VisitsQuerySchema, VisitsSchema } from './admin-visits.ts';
import { type Call, KB, TEXT_BYTES } from './calls.ts';
import { checkoutCalls } from './checkout.ts';
import { ContactAnswerSchema, ContactRequestSchema } from './contact.ts';
import {
  AboutContentSchema,
  BrandQuerySchema,
  BrandSchema,
  ContactContentSchema,
  ContentQuerySchema,
  HomeContentSchema,
  LegalDocumentSchema,
  LegalQuerySchema,
  SiteInfoSchema,
} from './content.ts';
import {
  EbookListQuerySchema,
  EbookListSchema,
  EbookSchema,
  FeaturedEbookSchema,
  TestimonialListQuerySchema,
  TestimonialListSchema,
} from './ebooks.ts';
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
import {
  MyNewsletterChangeSchema,
  MyNewsletterSchema,
  NewsletterAnswerSchema,
  NewsletterOutcomeSchema,
  NewsletterRequestSchema,
  NewsletterTokenRequestSchema,
} from './newsletter.ts';
import { orderCalls, orderReceiptCalls, paymentCalls } from './orders.ts';
import { PageReportSchema, PageReportsSchema } from './page-reports.ts';
import { PasswordRangeSchema } from './passwords.ts';
import { PostListQuerySchema, PostListSchema, PostQuerySchema, PostSchema } from './posts.ts';
import { receiptCalls } from './receipts.ts';
import { reviewCalls } from './reviews.ts';
import { SampleLetterAnswerSchema, SampleLetterRequestSchema } from './samples.ts';
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
  'GET /api/testimonials': { query: TestimonialListQuerySchema, answer: TestimonialListSchema },
  'GET /api/episodes': { query: EpisodeListQuerySchema, answer: EpisodeListSchema },
  'GET /api/episodes/:slug': { query: ContentQuerySchema, answer: EpisodePageSchema },
  'GET /api/episodes/:slug/chapters': { answer: EpisodeChaptersSchema },
  'GET /api/posts': { query: PostListQuerySchema, answer: PostListSchema },
  'GET /api/posts/:slug': { query: PostQuerySchema, answer: PostSchema },
  'GET /api/brand': { query: BrandQuerySchema, answer: BrandSchema },
  'GET /api/site': { answer: SiteInfoSchema },
  'GET /api/pages/home': { query: ContentQuerySchema, answer: HomeContentSchema },
  'GET /api/pages/about': { query: ContentQuerySchema, answer: AboutContentSchema },
  'GET /api/pages/contact': { query: ContentQuerySchema, answer: ContactContentSchema },
  'GET /api/legal/:document': { query: LegalQuerySchema, answer: LegalDocumentSchema },
  'POST /api/contact': { body: ContactRequestSchema, answer: ContactAnswerSchema, bodyBytes: 32 * KB },
  'POST /api/newsletter': { body: NewsletterRequestSchema, answer: NewsletterAnswerSchema },
  'POST /api/newsletter/confirm': { body: NewsletterTokenRequestSchema, answer: NewsletterOutcomeSchema },
  'POST /api/waitlist': { body: WaitlistRequestSchema, answer: NewsletterAnswerSchema },
  'POST /api/waitlist/confirm': { body: NewsletterTokenRequestSchema, answer: NewsletterOutcomeSchema },
  'POST /api/waitlist/leave': { body: NewsletterTokenRequestSchema, answer: NewsletterOutcomeSchema },
  'POST /api/newsletter/unsubscribe': { body: NewsletterTokenRequestSchema, answer: NewsletterOutcomeSchema },
  'GET /api/password-ranges/:prefix': { answer: PasswordRangeSchema },
  'GET /api/me/listening': { answer: ListeningSchema },
  /** Answers the position that counts: a later one, of another device, stays. */
  'PUT /api/me/listening/:episodeId': { body: KeepListeningSchema, answer: ListeningPositionSchema },
  /** Answers a member as they are, whatever the link. */
  'GET /api/me/newsletter': { answer: MyNewsletterSchema },
  'PUT /api/me/newsletter': { body: MyNewsletterChangeSchema, answer: MyNewsletterSchema },
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
  'GET /api/admin/posts': { query: AdminPostListQuerySchema, answer: AdminPostListSchema },
  'POST /api/admin/posts': { body: NewPostSchema, answer: AdminPostSchema },
  'POST /api/admin/post-uploads': { body: PostUploadRequestSchema, answer: PostUploadSchema },
  'POST /api/admin/post-pictures': { body: NewPostPictureSchema, answer: PostPictureSchema },
  'GET /api/admin/posts/:id': { answer: AdminPostSchema },
  'PUT /api/admin/posts/:id': { body: EditedPostSchema, answer: AdminPostSchema },
  'DELETE /api/admin/posts/:id': { body: SeenPostSchema, answer: v.null() },
  'PUT /api/admin/posts/:id/drafts/:locale': { body: SavedPostDraftSchema, answer: AdminPostSchema, bodyBytes: TEXT_BYTES },
  'POST /api/admin/posts/:id/preview': { answer: ContentPreviewSchema },
  'POST /api/admin/posts/:id/publication': { body: PublishPostSchema, answer: AdminPostSchema },
  'POST /api/admin/posts/:id/withdrawal': { body: PostRevisionSchema, answer: AdminPostSchema },
  'GET /api/admin/posts/:id/versions': { query: PostVersionsQuerySchema, answer: PostVersionsSchema },
  'GET /api/admin/posts/:id/versions/:locale/:version': { answer: PostVersionSchema },
  'POST /api/admin/posts/:id/versions/:locale/:version/restore': { body: SeenPostSchema, answer: AdminPostSchema },
  'GET /api/admin/letters': { query: LetterListQuerySchema, answer: LetterListSchema },
  'POST /api/admin/letters': { body: NewLetterSchema, answer: AdminLetterSchema },
  'POST /api/admin/letter-audience': { body: LetterAudienceQuerySchema, answer: LetterAudienceSchema },
  /** What was found last; asked now when nothing was in the last days. */
  'GET /api/admin/sender-domain': { answer: SenderCheckSchema },
  'POST /api/admin/sender-domain': { answer: SenderCheckSchema },
  'GET /api/admin/letters/:id': { answer: AdminLetterSchema },
  'PUT /api/admin/letters/:id': { body: EditedLetterSchema, answer: AdminLetterSchema },
  'DELETE /api/admin/letters/:id': { answer: v.null() },
  'POST /api/admin/letters/:id/preview': { body: LetterLocaleSchema, answer: LetterPreviewSchema },
  'POST /api/admin/letters/:id/test': { body: LetterLocaleSchema, answer: AdminLetterSchema },
  'POST /api/admin/letters/:id/sending': { body: SendLetterSchema, answer: AdminLetterSchema },
  'POST /api/admin/letters/:id/undo': { body: LetterRevisionSchema, answer: AdminLetterSchema },
  'POST /api/admin/letters/:id/pause': { body: LetterRevisionSchema, answer: AdminLetterSchema },
  'POST /api/admin/letters/:id/resume': { body: LetterRevisionSchema, answer: AdminLetterSchema },
  'POST /api/admin/letters/:id/cancellation': { body: LetterRevisionSchema, answer: AdminLetterSchema },
  'POST /api/admin/letters/:id/unknown': { body: LetterRevisionSchema, answer: AdminLetterSchema },
  'POST /api/admin/letters/:id/settlement': { body: LetterRevisionSchema, answer: AdminLetterSchema },
  'GET /api/admin/series': { answer: AdminSeriesSchema },
  'PUT /api/admin/series': { body: SwitchSeriesSchema, answer: AdminSeriesSchema },
  'POST /api/admin/series/steps': { body: NewSeriesStepSchema, answer: AdminSeriesSchema },
  'PUT /api/admin/series/steps/:id': { body: MovedSeriesStepSchema, answer: AdminSeriesSchema },
  'POST /api/admin/series/steps/:id/removal': { body: SeriesRevisionSchema, answer: AdminSeriesSchema },
  'GET /api/admin/messages': { query: AdminMessageListQuerySchema, answer: AdminMessageListSchema },
  'PUT /api/admin/messages/:id/state': { body: MarkMessageSchema, answer: AdminMessageSchema },
  'PUT /api/admin/messages/:id/assignee': { body: AssignMessageSchema, answer: AdminMessageSchema },
  'GET /api/admin/message-assignees': { answer: AssigneesSchema },
  'POST /api/admin/messages/spam': { body: MarkSpamSchema, answer: MarkedSpamSchema },
  'DELETE /api/admin/messages/:id': { answer: v.null() },
  'POST /api/admin/messages/:id/replies': { body: ReplySchema, answer: AdminMessageSchema, bodyBytes: TEXT_BYTES },
  'DELETE /api/admin/messages/:id/replies/:replyId': { answer: AdminMessageSchema },
  'GET /api/admin/saved-answers': { answer: SavedAnswersSchema },
  'GET /api/admin/subscribers': { query: AdminSubscriberListQuerySchema, answer: AdminSubscriberListSchema },
  'GET /api/admin/subscriber-growth': { query: SubscriberGrowthQuerySchema, answer: SubscriberGrowthSchema },
  /** Browsers send reports of their own to it as well. */
  'POST /api/reports': { body: PageReportSchema, answer: v.null(), bodyBytes: 96 * KB },
  'POST /api/visits': { body: VisitEventSchema, answer: v.null(), bodyBytes: 64 * KB },
  'GET /api/admin/visits/page': { query: PageSourcesQuerySchema, answer: PageSourcesSchema },
  'GET /api/admin/visits': { query: VisitsQuerySchema, answer: VisitsSchema },
  'GET /api/admin/page-reports': { answer: PageReportsSchema },
  'GET /api/admin/tasks': { answer: TasksSchema },
  'PUT /api/admin/task-snoozes': { body: SnoozeTaskSchema, answer: TasksSchema },
  'GET /api/admin/notices': { answer: MyNoticesSchema },
  'PUT /api/admin/notices': { body: ChangeNoticesSchema, answer: MyNoticesSchema },
  'GET /api/admin/imports': { query: ImportListQuerySchema, answer: ImportListSchema },
  'POST /api/admin/imports': { body: NewImportSchema, answer: ImportUploadSchema },
  'GET /api/admin/imports/:id': { answer: ImportSchema },
  'DELETE /api/admin/imports/:id': { answer: RemovedImportSchema },
  'DELETE /api/admin/imports/:id/refused-rows': { answer: ImportSchema },
  'GET /api/admin/imports/:id/columns': { answer: ImportColumnsSchema },
  'PUT /api/admin/imports/:id/columns': { body: ChosenColumnsSchema, answer: ImportSchema },
  'POST /api/admin/imports/:id/reading': { answer: ImportSchema },
  'PUT /api/admin/imports/:id/products': { body: EditedImportProductSchema, answer: ImportSchema },
  'POST /api/admin/imports/:id/proof-uploads': { answer: ImportUploadSchema },
  'PUT /api/admin/imports/:id/proof': { body: NewProofSchema, answer: ImportSchema },
  'POST /api/admin/imports/:id/proof-link': { answer: DownloadLinkSchema },
  'POST /api/admin/imports/:id/undo': { answer: ImportSchema },
  'POST /api/admin/imports/:id/start': { answer: ImportSchema },
  'GET /api/admin/support': { answer: SupportSchema },
  'POST /api/admin/channel-lookups': { body: LookUpChannelSchema, answer: FoundChannelSchema },
  'POST /api/admin/channel-readings': { answer: ChannelReadingSchema },
  'GET /api/admin/analytics': { query: AnalyticsQuerySchema, answer: AnalyticsSchema },
  'GET /api/admin/content': { answer: AdminContentListSchema },
  'GET /api/admin/content/:key': { answer: AdminContentSchema },
  'PUT /api/admin/content/:key': { body: PublishContentSchema, answer: AdminContentSchema, bodyBytes: TEXT_BYTES },
  'POST /api/admin/content/:key/preview': { body: ContentDraftSchema, answer: ContentPreviewSchema, bodyBytes: TEXT_BYTES },
  'GET /api/admin/content/:key/versions': { query: ContentHistoryQuerySchema, answer: ContentHistorySchema },
  'GET /api/admin/content/:key/versions/:version': { answer: AdminContentSchema },
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
