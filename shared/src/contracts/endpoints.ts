import * as v from 'valibot';
import { AnalyticsQuerySchema, AnalyticsSchema } from './admin-analytics.ts';
import { brandCalls } from './admin-brand.ts';
import { AdminChangeListQuerySchema, AdminChangeListSchema } from './admin-changes.ts';
import {
  AdminContentListSchema,
  AdminContentSchema,
  ContentDraftSchema,
  ContentHistoryQuerySchema,
  ContentHistorySchema,
  ContentPreviewSchema,
  PublishContentSchema,
} from './admin-content.ts';
import { adminEbookCalls, adminSampleCalls, launchCalls } from './admin-ebooks.ts';
import { adminEpisodeCalls } from './admin-episodes.ts';
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
import {
  AdminOrderListQuerySchema,
  AdminOrderListSchema,
  AdminOrderSchema,
  CorrectEmailSchema,
  DeclineRefundSchema,
  RefundOrderSchema,
} from './admin-orders.ts';
import { PayoutsQuerySchema, PayoutsSchema } from './admin-payouts.ts';
import {
  AdminPersonSchema,
  DeletePersonSchema,
  GiveBookSchema,
  NotePersonSchema,
  OpenedPersonSchema,
  OpenPersonSchema,
} from './admin-people.ts';
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
import {
  AdminBundleSchema,
  AdminCouponSchema,
  BundleListQuerySchema,
  BundleListSchema,
  CouponListQuerySchema,
  CouponListSchema,
  EditedBundleSchema,
  EditedCouponSchema,
  NewBundleSchema,
  NewCouponSchema,
} from './admin-promotions.ts';
import { adminReviewCalls } from './admin-reviews.ts';
import { AdminSearchQuerySchema, AdminSearchSchema } from './admin-search.ts';
import { AdminSeriesSchema, MovedSeriesStepSchema, NewSeriesStepSchema, SeriesRevisionSchema, SwitchSeriesSchema } from './admin-series.ts';
import { settingsCalls } from './admin-settings.ts';
import { setupCalls } from './admin-setup.ts';
import { StatsQuerySchema, StatsSchema } from './admin-stats.ts';
import {
  AdminSubscriberListQuerySchema,
  AdminSubscriberListSchema,
  SubscriberGrowthQuerySchema,
  SubscriberGrowthSchema,
} from './admin-subscribers.ts';
import { healthCalls } from './admin-support.ts';
import { taskCalls } from './admin-tasks.ts';
import { UserListQuerySchema, UserListSchema } from './admin-users.ts';
import { PageSourcesQuerySchema, PageSourcesSchema, VisitsQuerySchema, VisitsSchema } from './admin-visits.ts';
import { type Call, KB, TEXT_BYTES } from './calls.ts';
import { CheckoutAnswerSchema, CheckoutRequestSchema } from './checkout.ts';
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
import { ebookCalls, TestimonialListQuerySchema, TestimonialListSchema } from './ebooks.ts';
import { episodeCalls } from './episodes.ts';
import {
  AdminGiftsSchema,
  ClaimedGiftSchema,
  ClaimGiftSchema,
  GiftKeySchema,
  GiftsSchema,
  OpenedGiftSchema,
  SendGiftSchema,
} from './gifts.ts';
import { KeptCartSchema } from './kept-cart.ts';
import {
  BoughtEbooksSchema,
  ClaimAdminSchema,
  DeleteAccountSchema,
  DeletedAccountSchema,
  DownloadLinkSchema,
  LibraryQuerySchema,
  LibrarySchema,
  listeningCalls,
  MeQuerySchema,
  MeSchema,
  PasswordLetterSchema,
  ReadingPositionSchema,
  SignedOutEverywhereSchema,
} from './me.ts';
import {
  MyNewsletterChangeSchema,
  MyNewsletterSchema,
  NewsletterAnswerSchema,
  NewsletterOutcomeSchema,
  NewsletterRequestSchema,
  NewsletterTokenRequestSchema,
} from './newsletter.ts';
import {
  OrderDetailSchema,
  OrderLinkAnswerSchema,
  OrderListQuerySchema,
  OrderListSchema,
  PurchaseEmailAnswerSchema,
  PurchaseEmailRequestSchema,
  RefundRequestAnswerSchema,
  RefundRequestSchema,
  ResentEmailSchema,
} from './orders.ts';
import { PageReportSchema, PageReportsSchema } from './page-reports.ts';
import { PasswordRangeSchema } from './passwords.ts';
import { PostListQuerySchema, PostListSchema, PostQuerySchema, PostSchema } from './posts.ts';
import { QuoteRequestSchema, QuoteSchema } from './quote.ts';
import { ReceiptBuyerSchema, ReplaceReceiptSchema, SaveGuestReceiptBuyerSchema, SaveReceiptBuyerSchema } from './receipts.ts';
import { reviewCalls } from './reviews.ts';
import { sampleCalls } from './samples.ts';
import { AcceptInvitationSchema, ChangeMemberRoleSchema, InviteMemberSchema, TeamSchema } from './team.ts';
import { VisitEventSchema } from './visits.ts';
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
  'GET /api/testimonials': { query: TestimonialListQuerySchema, answer: TestimonialListSchema },
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
  'POST /api/newsletter/unsubscribe': { body: NewsletterTokenRequestSchema, answer: NewsletterOutcomeSchema },
  'GET /api/password-ranges/:prefix': { answer: PasswordRangeSchema },
  'POST /api/quote': { body: QuoteRequestSchema, answer: QuoteSchema, bodyBytes: 32 * KB },
  'POST /api/create-checkout-session': { body: CheckoutRequestSchema, answer: CheckoutAnswerSchema, bodyBytes: 64 * KB },
  'POST /send-purchase-email': { body: PurchaseEmailRequestSchema, answer: PurchaseEmailAnswerSchema },
  'GET /api/me/orders/:id': { answer: OrderDetailSchema },
  'POST /api/orders/:id/link': { answer: OrderLinkAnswerSchema },
  'POST /api/me/orders/:id/email': { answer: ResentEmailSchema },
  'POST /api/me/orders/:id/cancel': { answer: OrderDetailSchema },
  /** The holder of the link of an order that costs nothing takes its books. */
  'POST /api/me/orders/:id/receive': { answer: OrderDetailSchema },
  'POST /api/me/orders/:id/refund-request': { body: RefundRequestSchema, answer: RefundRequestAnswerSchema },
  'GET /api/me/orders/:id/gifts': { answer: GiftsSchema },
  'PUT /api/me/orders/:id/gifts/:giftId': { body: SendGiftSchema, answer: GiftsSchema },
  'POST /api/me/orders/:id/gifts/:giftId/link': { answer: GiftsSchema },
  /** The buyer takes the copy, as its reader would. */
  'POST /api/me/orders/:id/gifts/:giftId/own': { answer: GiftsSchema },
  'POST /api/gifts/:id': { body: GiftKeySchema, answer: OpenedGiftSchema },
  'POST /api/gifts/:id/claim': { body: ClaimGiftSchema, answer: ClaimedGiftSchema },
  'GET /api/me/receipt-buyer': { answer: ReceiptBuyerSchema },
  'PUT /api/me/receipt-buyer': { body: SaveReceiptBuyerSchema, answer: ReceiptBuyerSchema },
  'PUT /api/guest-receipt-buyer': { body: SaveGuestReceiptBuyerSchema, answer: ReceiptBuyerSchema },
  'PUT /api/me/orders/:id/receipt-buyer': { body: SaveReceiptBuyerSchema, answer: OrderDetailSchema },
  'PUT /api/me/library/:ebookId/position': { body: ReadingPositionSchema, answer: ReadingPositionSchema },
  'GET /api/me/cart': { answer: KeptCartSchema },
  'PUT /api/me/cart': { body: KeptCartSchema, answer: KeptCartSchema, bodyBytes: 32 * KB },
  'POST /api/me/sign-out': { answer: v.null() },
  'POST /api/me/sign-out-everywhere': { answer: SignedOutEverywhereSchema },
  'POST /api/me/password-letter': { body: PasswordLetterSchema, answer: v.null() },
  'DELETE /api/me': { body: DeleteAccountSchema, answer: DeletedAccountSchema },
  'GET /api/me': { query: MeQuerySchema, answer: MeSchema },
  'POST /api/me/admin': { body: ClaimAdminSchema, answer: MeSchema },
  /** Answers a member as they are, whatever the link. */
  'POST /api/me/team': { body: AcceptInvitationSchema, answer: MeSchema },
  'GET /api/me/newsletter': { answer: MyNewsletterSchema },
  'PUT /api/me/newsletter': { body: MyNewsletterChangeSchema, answer: MyNewsletterSchema },
  'GET /api/me/library': { query: LibraryQuerySchema, answer: LibrarySchema },
  'GET /api/me/bought-ebooks': { answer: BoughtEbooksSchema },
  'GET /api/me/orders': { query: OrderListQuerySchema, answer: OrderListSchema },
  'POST /api/me/library/:ebookId/download': { answer: DownloadLinkSchema },
  'GET /api/completed-orders': { query: OrderListQuerySchema, answer: OrderListSchema },
  'GET /api/stats': { query: StatsQuerySchema, answer: StatsSchema },
  'GET /users': { query: UserListQuerySchema, answer: UserListSchema },
  'GET /api/admin/search': { query: AdminSearchQuerySchema, answer: AdminSearchSchema },
  'GET /api/admin/orders': { query: AdminOrderListQuerySchema, answer: AdminOrderListSchema },
  'GET /api/admin/orders/:id': { answer: AdminOrderSchema },
  'POST /api/admin/orders/:id/email': { answer: AdminOrderSchema },
  'POST /api/admin/orders/:id/link': { answer: AdminOrderSchema },
  'PUT /api/admin/orders/:id/buyer-email': { body: CorrectEmailSchema, answer: AdminOrderSchema },
  'POST /api/admin/orders/:id/refunds': { body: RefundOrderSchema, answer: AdminOrderSchema, bodyBytes: 32 * KB },
  'POST /api/admin/orders/:id/refund-refusal': { body: DeclineRefundSchema, answer: AdminOrderSchema },
  'GET /api/admin/orders/:id/gifts': { answer: AdminGiftsSchema },
  'POST /api/admin/orders/:id/gifts/:giftId/email': { answer: AdminGiftsSchema },
  'POST /api/admin/orders/:id/gifts/:giftId/closing': { answer: AdminGiftsSchema },
  'POST /api/admin/orders/:id/receipts': { body: ReplaceReceiptSchema, answer: AdminOrderSchema },
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
  'POST /api/admin/people': { body: OpenPersonSchema, answer: OpenedPersonSchema },
  'GET /api/admin/people/:id': { answer: AdminPersonSchema },
  'DELETE /api/admin/people/:id': { body: DeletePersonSchema, answer: v.null() },
  'PUT /api/admin/people/:id/note': { body: NotePersonSchema, answer: AdminPersonSchema },
  'POST /api/admin/people/:id/gifts': { body: GiveBookSchema, answer: AdminPersonSchema },
  'DELETE /api/admin/people/:id/gifts/:orderId': { answer: AdminPersonSchema },
  'DELETE /api/admin/people/:id/imported-books/:purchaseId': { answer: AdminPersonSchema },
  'GET /api/admin/subscribers': { query: AdminSubscriberListQuerySchema, answer: AdminSubscriberListSchema },
  'GET /api/admin/subscriber-growth': { query: SubscriberGrowthQuerySchema, answer: SubscriberGrowthSchema },
  /** Browsers send reports of their own to it as well. */
  'POST /api/reports': { body: PageReportSchema, answer: v.null(), bodyBytes: 96 * KB },
  'POST /api/visits': { body: VisitEventSchema, answer: v.null(), bodyBytes: 64 * KB },
  'GET /api/admin/payouts': { query: PayoutsQuerySchema, answer: PayoutsSchema },
  'GET /api/admin/visits/page': { query: PageSourcesQuerySchema, answer: PageSourcesSchema },
  'GET /api/admin/visits': { query: VisitsQuerySchema, answer: VisitsSchema },
  'GET /api/admin/page-reports': { answer: PageReportsSchema },
  'GET /api/admin/notices': { answer: MyNoticesSchema },
  'PUT /api/admin/notices': { body: ChangeNoticesSchema, answer: MyNoticesSchema },
  'GET /api/admin/coupons': { query: CouponListQuerySchema, answer: CouponListSchema },
  'POST /api/admin/coupons': { body: NewCouponSchema, answer: AdminCouponSchema },
  'PUT /api/admin/coupons/:id': { body: EditedCouponSchema, answer: AdminCouponSchema },
  'GET /api/admin/bundles': { query: BundleListQuerySchema, answer: BundleListSchema },
  'POST /api/admin/bundles': { body: NewBundleSchema, answer: AdminBundleSchema },
  'PUT /api/admin/bundles/:id': { body: EditedBundleSchema, answer: AdminBundleSchema },
  /** Archives a coupon or a bundle. */
  'DELETE /api/admin/promotions/:id': { answer: v.null() },
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
  'GET /api/admin/changes': { query: AdminChangeListQuerySchema, answer: AdminChangeListSchema },
  'GET /api/admin/analytics': { query: AnalyticsQuerySchema, answer: AnalyticsSchema },
  'GET /api/admin/content': { answer: AdminContentListSchema },
  'GET /api/admin/content/:key': { answer: AdminContentSchema },
  'PUT /api/admin/content/:key': { body: PublishContentSchema, answer: AdminContentSchema, bodyBytes: TEXT_BYTES },
  'POST /api/admin/content/:key/preview': { body: ContentDraftSchema, answer: ContentPreviewSchema, bodyBytes: TEXT_BYTES },
  'GET /api/admin/content/:key/versions': { query: ContentHistoryQuerySchema, answer: ContentHistorySchema },
  'GET /api/admin/content/:key/versions/:version': { answer: AdminContentSchema },
  'GET /api/admin/team': { answer: TeamSchema },
  'POST /api/admin/team/invitations': { body: InviteMemberSchema, answer: TeamSchema },
  'DELETE /api/admin/team/invitations/:id': { answer: TeamSchema },
  'PUT /api/admin/team/:uid/role': { body: ChangeMemberRoleSchema, answer: TeamSchema },
  'DELETE /api/admin/team/:uid': { answer: TeamSchema },
  ...jsonCalls,
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
