import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LocaleSchema } from '../texts/locales.ts';
import { asMeant } from '../texts/pasted.ts';
import type { Calls } from './calls.ts';
import { EbookIdSchema, EbookSchema } from './ebooks.ts';
import { PERMISSIONS } from './team.ts';
import { createOptionalLineSchema, createTokenSchema } from './text.ts';

/**
 * `unverified`: signed in, but the email address is not confirmed. `candidate`: a customer whose address is in ADMIN_EMAILS but who is not
 * in the team yet. `admin`: a member of the team.
 */
export const ROLES = ['unverified', 'customer', 'candidate', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The page's language, which is also that of a new account's welcome email. */
export const MeQuerySchema = v.object({ locale: v.optional(v.fallback(LocaleSchema, 'pt-BR'), 'pt-BR') });

/** Language of the email that tells the account's owner that the password was changed. */
export const PasswordEmailSchema = v.object({ locale: LocaleSchema });

export const MeSchema = v.object({
  uid: v.string(),
  email: v.string(),
  name: v.nullable(v.string()),
  photoUrl: v.nullable(v.string()),
  role: v.picklist(ROLES),
  /** The caller's permissions; empty unless they are an admin. */
  permissions: v.array(v.picklist(PERMISSIONS)),
});
export type Me = v.InferOutput<typeof MeSchema>;

/** The one-time code as printed, with or without dashes. */
export const ClaimAdminSchema = v.object({ code: v.pipe(v.string(), v.maxLength(60), v.transform(asMeant), v.minLength(1)) });

/** The token from the link of a team invitation. */
export const AcceptInvitationSchema = v.object({ token: createTokenSchema(1_000) });

export const LibraryItemSchema = v.object({
  /** The book without its prices, because a book that left the shop may have none. */
  ebook: v.omit(EbookSchema, ['price', 'currentPrices', 'sales']),
  acquiredAt: InstantSchema,
  /** The page at which the reader stopped. Null before the reader opened the book. */
  position: v.nullable(v.object({ page: v.number(), readAt: InstantSchema })),
  /** Whether the reader may review the book, and the reader's stars. Missing for books that were bought elsewhere or without an account. */
  review: v.optional(v.object({ mayWrite: v.boolean(), stars: v.nullable(v.number()) })),
});
export type LibraryItem = v.InferOutput<typeof LibraryItemSchema>;

export const LIBRARY_PAGE_SIZE = 24;

export const LibraryQuerySchema = v.object({ after: v.optional(createTokenSchema(200)) });

/** The caller's books from paid orders, newest first, including books that left the shop. */
export const LibrarySchema = v.object({ items: v.array(LibraryItemSchema), nextCursor: v.nullable(v.string()) });
export type Library = v.InferOutput<typeof LibrarySchema>;

/** A book that the caller bought. `owned`: in the library. `waiting`: ordered, with the payment pending. */
export const BoughtEbookSchema = v.object({
  ebookId: EbookIdSchema,
  standing: v.picklist(['owned', 'waiting']),
  /** The order. For a book bought elsewhere: the imported purchase, which has no page. */
  orderId: v.string(),
});
export type BoughtEbook = v.InferOutput<typeof BoughtEbookSchema>;

/** Books that are not sold to the caller again. */
export const BoughtEbooksSchema = v.object({ ebooks: v.array(BoughtEbookSchema) });

/** A link to the PDF that works until `expiresAt` (a few minutes). */
export const DownloadLinkSchema = v.object({ url: v.string(), filename: v.string(), expiresAt: InstantSchema });
export type DownloadLink = v.InferOutput<typeof DownloadLinkSchema>;

/**
 * The page at which a reader stopped, from 1, and when the reader opened that page (by default now). If two devices send positions, the
 * later position wins.
 */
export const ReadingPositionSchema = v.object({
  page: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(100_000)),
  readAt: v.optional(InstantSchema),
});

/** How many listening positions the API returns, those of the most recently played episodes. */
export const LISTENING_LIMIT = 200;

/**
 * The second at which a listener stopped in an episode (zero after the end), and the time of stopping. If two devices send positions, the
 * later position wins.
 */
export const KeepListeningSchema = v.object({
  seconds: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(360_000)),
  heardAt: InstantSchema,
});
export const ListeningPositionSchema = v.object({ episodeId: v.string(), seconds: v.number(), heardAt: InstantSchema });
export type ListeningPosition = v.InferOutput<typeof ListeningPositionSchema>;
/** The account's listening positions, the most recently played episode first. */
export const ListeningSchema = v.object({ positions: v.array(ListeningPositionSchema) });

export const listeningCalls = {
  'GET /api/me/listening': { who: 'verified', answer: ListeningSchema },
  /** Stores a listening position, and returns the position that counts, because another device may have stored a later position. */
  'PUT /api/me/listening/:episodeId': {
    who: 'verified',
    limit: { windowSeconds: 60, person: 30, address: 300 },
    params: { episodeId: v.string() },
    body: KeepListeningSchema,
    answer: ListeningPositionSchema,
  },
} as const satisfies Calls;

/** Every session of the account that began before this instant has ended. */
export const SignedOutEverywhereSchema = v.object({ signedOutAt: InstantSchema });

/** The account's address, typed again as a confirmation, and the language of the email about the deletion. */
export const DeleteAccountSchema = v.object({
  email: v.pipe(createOptionalLineSchema(254), v.toLowerCase()),
  locale: v.optional(LocaleSchema, 'pt-BR'),
});
/** `ordersKept`: number of orders that the law requires us to keep. */
export const DeletedAccountSchema = v.object({ deletedAt: InstantSchema, ordersKept: v.number() });

const bookParams = { ebookId: EbookIdSchema };

export const libraryCalls = {
  'GET /api/me/library': { who: 'reader', query: LibraryQuerySchema, answer: LibrarySchema },
  'GET /api/me/bought-ebooks': { who: 'verified', answer: BoughtEbooksSchema },
  'PUT /api/me/library/:ebookId/position': {
    who: 'reader',
    params: bookParams,
    body: ReadingPositionSchema,
    answer: ReadingPositionSchema,
  },
  'POST /api/me/library/:ebookId/download': {
    who: 'reader',
    limit: { windowSeconds: 60, person: 30, address: 300 },
    params: bookParams,
    answer: DownloadLinkSchema,
  },
} as const satisfies Calls;

export const meCalls = {
  'GET /api/me': { who: 'signed_in', query: MeQuerySchema, answer: MeSchema },
} as const satisfies Calls;

/** How an account joins the team. */
export const joinTeamCalls = {
  'POST /api/me/admin': {
    who: 'verified',
    limit: { windowSeconds: 600, person: 10, address: 30 },
    body: ClaimAdminSchema,
    answer: MeSchema,
  },
  /** Adds the account to the team. A member gets their current data, even if the link is invalid. */
  'POST /api/me/team': { who: 'verified', body: AcceptInvitationSchema, answer: MeSchema },
} as const satisfies Calls;

export const accountCalls = {
  'POST /api/me/sign-out': { who: 'signed_in', answer: v.null() },
  'POST /api/me/sign-out-everywhere': { who: 'signed_in', answer: SignedOutEverywhereSchema },
  'POST /api/me/password-email': {
    who: 'verified',
    limit: { windowSeconds: 3_600, person: 5, address: 100 },
    body: PasswordEmailSchema,
    answer: v.null(),
  },
  'DELETE /api/me': { who: 'signed_in', body: DeleteAccountSchema, answer: DeletedAccountSchema },
  'GET /api/me/export': { who: 'verified', query: MeQuerySchema },
} as const satisfies Calls;
