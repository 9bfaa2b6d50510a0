import * as v from 'valibot';
import { analyticsCalls } from './admin-analytics.ts';
import { BrandUploadRequestSchema, BrandUploadSchema, MadeBrandPictureSchema, NewBrandPictureSchema } from './admin-brand.ts';
import { AdminChangeListQuerySchema, AdminChangeListSchema } from './admin-changes.ts';
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
import { adminPostCalls, SeenPostSchema } from './admin-posts.ts';
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
import { statsCalls } from './admin-stats.ts';
import { subscriberCalls } from './admin-subscribers.ts';
import { ChannelReadingSchema, SupportSchema } from './admin-support.ts';
import { SnoozeTaskSchema, TasksSchema } from './admin-tasks.ts';
import { UserListQuerySchema, UserListSchema } from './admin-users.ts';
import { visitCalls } from './admin-visits.ts';
import { type Call, KB, TEXT_BYTES } from './calls.ts';
import { CheckoutAnswerSchema, CheckoutRequestSchema } from './checkout.ts';
import { contactCalls } from './contact.ts';
import { ContentQuerySchema, contentCalls, pageCalls } from './content.ts';
import { EbookListQuerySchema, EbookListSchema, EbookSchema, FeaturedEbookSchema } from './ebooks.ts';
import { EpisodeChaptersSchema, EpisodeListQuerySchema, EpisodeListSchema, EpisodePageSchema } from './episodes.ts';
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
  KeepListeningSchema,
  LibraryQuerySchema,
  LibrarySchema,
  ListeningPositionSchema,
  ListeningSchema,
  MeQuerySchema,
  MeSchema,
  PasswordLetterSchema,
  ReadingPositionSchema,
  SignedOutEverywhereSchema,
} from './me.ts';
import { NewsletterAnswerSchema, NewsletterOutcomeSchema, NewsletterTokenRequestSchema, newsletterCalls } from './newsletter.ts';
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
import { PageReportSchema, pageReportCalls } from './page-reports.ts';
import { passwordCalls } from './passwords.ts';
import { postCalls } from './posts.ts';
import { QuoteRequestSchema, QuoteSchema } from './quote.ts';
import { ReceiptBuyerSchema, ReplaceReceiptSchema, SaveGuestReceiptBuyerSchema, SaveReceiptBuyerSchema } from './receipts.ts';
import { reviewCalls } from './reviews.ts';
import { SampleLetterAnswerSchema, SampleLetterRequestSchema } from './samples.ts';
import { sitemapCalls } from './sitemap.ts';
import { AcceptInvitationSchema, ChangeMemberRoleSchema, InviteMemberSchema, TeamSchema } from './team.ts';
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
  pageReportCalls,
  visitCalls,
  statsCalls,
  analyticsCalls,
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
  'GET /api/me/listening': { answer: ListeningSchema },
  /** Answers the position that counts: a later one, of another device, stays. */
  'PUT /api/me/listening/:episodeId': { body: KeepListeningSchema, answer: ListeningPositionSchema },
  'POST /api/me/sign-out': { answer: v.null() },
  'POST /api/me/sign-out-everywhere': { answer: SignedOutEverywhereSchema },
  'POST /api/me/password-letter': { body: PasswordLetterSchema, answer: v.null() },
  'DELETE /api/me': { body: DeleteAccountSchema, answer: DeletedAccountSchema },
  'GET /api/me': { query: MeQuerySchema, answer: MeSchema },
  'POST /api/me/admin': { body: ClaimAdminSchema, answer: MeSchema },
  /** Answers a member as they are, whatever the link. */
  'POST /api/me/team': { body: AcceptInvitationSchema, answer: MeSchema },
  'GET /api/me/library': { query: LibraryQuerySchema, answer: LibrarySchema },
  'GET /api/me/bought-ebooks': { answer: BoughtEbooksSchema },
  'GET /api/me/orders': { query: OrderListQuerySchema, answer: OrderListSchema },
  'POST /api/me/library/:ebookId/download': { answer: DownloadLinkSchema },
  'GET /api/completed-orders': { query: OrderListQuerySchema, answer: OrderListSchema },
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
  'POST /api/admin/people': { body: OpenPersonSchema, answer: OpenedPersonSchema },
  'GET /api/admin/people/:id': { answer: AdminPersonSchema },
  'DELETE /api/admin/people/:id': { body: DeletePersonSchema, answer: v.null() },
  'PUT /api/admin/people/:id/note': { body: NotePersonSchema, answer: AdminPersonSchema },
  'POST /api/admin/people/:id/gifts': { body: GiveBookSchema, answer: AdminPersonSchema },
  'DELETE /api/admin/people/:id/gifts/:orderId': { answer: AdminPersonSchema },
  'DELETE /api/admin/people/:id/imported-books/:purchaseId': { answer: AdminPersonSchema },
  /** Browsers send reports of their own to it as well. */
  'POST /api/reports': { body: PageReportSchema, answer: v.null(), bodyBytes: 96 * KB },
  'POST /api/visits': { body: VisitEventSchema, answer: v.null(), bodyBytes: 64 * KB },
  'GET /api/admin/payouts': { query: PayoutsQuerySchema, answer: PayoutsSchema },
  'GET /api/admin/tasks': { answer: TasksSchema },
  'PUT /api/admin/task-snoozes': { body: SnoozeTaskSchema, answer: TasksSchema },
  'GET /api/admin/coupons': { query: CouponListQuerySchema, answer: CouponListSchema },
  'POST /api/admin/coupons': { body: NewCouponSchema, answer: AdminCouponSchema },
  'PUT /api/admin/coupons/:id': { body: EditedCouponSchema, answer: AdminCouponSchema },
  'GET /api/admin/bundles': { query: BundleListQuerySchema, answer: BundleListSchema },
  'POST /api/admin/bundles': { body: NewBundleSchema, answer: AdminBundleSchema },
  'PUT /api/admin/bundles/:id': { body: EditedBundleSchema, answer: AdminBundleSchema },
  /** Archives a coupon or a bundle. */
  'DELETE /api/admin/promotions/:id': { answer: v.null() },
  'GET /api/admin/support': { answer: SupportSchema },
  'POST /api/admin/channel-lookups': { body: LookUpChannelSchema, answer: FoundChannelSchema },
  'POST /api/admin/channel-readings': { answer: ChannelReadingSchema },
  'GET /api/admin/changes': { query: AdminChangeListQuerySchema, answer: AdminChangeListSchema },
  'GET /api/admin/team': { answer: TeamSchema },
  'POST /api/admin/team/invitations': { body: InviteMemberSchema, answer: TeamSchema },
  'DELETE /api/admin/team/invitations/:id': { answer: TeamSchema },
  'PUT /api/admin/team/:uid/role': { body: ChangeMemberRoleSchema, answer: TeamSchema },
  'DELETE /api/admin/team/:uid': { answer: TeamSchema },
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
