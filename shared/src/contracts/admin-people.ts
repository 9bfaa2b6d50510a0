import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LocaleSchema } from '../texts/locales.ts';
import { IMPORT_SOURCES } from './admin-imports.ts';
import { AdminMessageSchema } from './admin-messages.ts';
import { AdminSubscriberSchema } from './admin-subscribers.ts';
import type { Calls } from './calls.ts';
import { EbookIdSchema } from './ebooks.ts';
import { CONTACT_LIMITS } from './form-rules.ts';
import { OrderSchema } from './orders.ts';
import { createLineSchema, createLinesSchema, createOptionalLinesSchema, createTokenSchema } from './text.ts';

/** Records that lead to the page of a person. */
export const PERSON_SOURCES = ['order', 'message', 'subscriber', 'user'] as const;
export type PersonSource = (typeof PERSON_SOURCES)[number];

/** The id of the order, message or subscriber, or the user's uid. */
export const OpenPersonSchema = v.object({ kind: v.picklist(PERSON_SOURCES), id: createTokenSchema(128) });
/** The id of the person's page, so that the URL contains no name or address. */
export const OpenedPersonSchema = v.object({ id: v.string() });

/**
 * Emails that a person can get. `newsletter`: a newsletter issue. `other`: an email of a newer version of the site, or one to the owner.
 */
export const PERSON_EMAILS = [
  'welcome',
  'address_changed',
  'password_changed',
  'contact_acknowledged',
  'message_reply',
  'newsletter_confirm',
  'newsletter_already',
  'sample_sent',
  'purchase_paid',
  'purchase_waiting',
  'purchase_failed',
  'purchase_refunded',
  'refund_acknowledged',
  'book_given',
  'ebook_updated',
  'book_launched',
  'book_postponed',
  'account_deleted',
  'newsletter',
  'other',
] as const;

/** Everything known about one email address. Lists contain the newest fifty entries. */
export const AdminPersonSchema = v.object({
  id: v.string(),
  email: v.string(),
  note: v.string(),
  /** All accounts with this address, oldest first. Only an account that has confirmed the address gets books. */
  accounts: v.array(
    v.object({
      uid: v.string(),
      displayName: v.nullable(v.string()),
      createdAt: InstantSchema,
      isConfirmed: v.boolean(),
      isInTeam: v.boolean(),
    }),
  ),
  orders: v.array(OrderSchema),
  books: v.array(
    v.object({
      ebookId: EbookIdSchema,
      name: v.string(),
      /** The book's language, in which `name` is written. */
      language: v.string(),
      order: v.object({ id: v.string(), number: v.number() }),
      /** The owner's reason for giving the book; null if it was bought. */
      gift: v.nullable(v.object({ reason: v.string() })),
      since: InstantSchema,
      /** The time when the entitlement ended. Null while the person can read the book. */
      endedAt: v.nullable(InstantSchema),
      downloads: v.number(),
      lastDownloadedAt: v.nullable(InstantSchema),
    }),
  ),
  /** Purchases in another shop, from the owner's imports. */
  importedBooks: v.optional(
    v.array(
      v.object({
        id: v.string(),
        ebookId: EbookIdSchema,
        name: v.string(),
        /** The book's language, in which `name` is written. */
        language: v.string(),
        source: v.picklist(IMPORT_SOURCES),
        importedAt: InstantSchema,
        /** The time when an account confirmed the address. Null before that. */
        claimedAt: v.nullable(InstantSchema),
        downloads: v.number(),
        lastDownloadedAt: v.nullable(InstantSchema),
      }),
    ),
    [],
  ),
  messages: v.array(AdminMessageSchema),
  /** The person's consent; null if the address was never entered for the newsletter. */
  subscription: v.nullable(AdminSubscriberSchema),
  emails: v.array(
    v.object({
      kind: v.picklist(PERSON_EMAILS),
      /** The subject of a newsletter issue. Null for other emails. */
      subject: v.nullable(v.string()),
      at: InstantSchema,
      /** The state of the email. `unknown`: the mail server may have accepted it. */
      state: v.picklist(['queued', 'sent', 'failed', 'unknown']),
    }),
  ),
  /** The number of paid orders, which are kept when the person is deleted. */
  ordersKept: v.number(),
});
export type AdminPerson = v.InferOutput<typeof AdminPersonSchema>;

export const PERSON_LIMITS = { note: 2_000, reason: 500 } as const;

/** `previousNote`: the note that the admin saw. If another admin changed it meanwhile: `changed_meanwhile`. */
export const NotePersonSchema = v.object({
  note: createOptionalLinesSchema(PERSON_LIMITS.note),
  previousNote: createOptionalLinesSchema(PERSON_LIMITS.note),
});

/** `attemptId` is created when the dialog opens; the same id gives the book only once. `uid`: the account that gets the book. */
export const GiveBookSchema = v.object({
  attemptId: v.pipe(v.string(), v.uuid('invalid')),
  uid: createTokenSchema(128),
  ebookId: EbookIdSchema,
  reason: createLinesSchema(PERSON_LIMITS.reason),
});

/**
 * `email`: typed by the admin as a confirmation; it must match the person's. No check of the format: older addresses may not meet today's
 * rules.
 */
export const DeletePersonSchema = v.object({ email: v.pipe(createLineSchema(CONTACT_LIMITS.email), v.toLowerCase()) });

const ExportPersonQuerySchema = v.object({ locale: v.optional(v.fallback(LocaleSchema, 'pt-BR'), 'pt-BR') });

const UuidSchema = v.pipe(v.string(), v.uuid());
const params = { id: UuidSchema };

export const peopleCalls = {
  'POST /api/admin/people': { who: 'people', body: OpenPersonSchema, answer: OpenedPersonSchema },
  'GET /api/admin/people/:id': { who: 'people', params, answer: AdminPersonSchema },
  'DELETE /api/admin/people/:id': { who: { least: 'site', recent: true }, params, body: DeletePersonSchema, answer: v.null() },
  'PUT /api/admin/people/:id/note': { who: 'people', params, body: NotePersonSchema, answer: AdminPersonSchema },
  'POST /api/admin/people/:id/gifts': { who: { least: 'money', recent: true }, params, body: GiveBookSchema, answer: AdminPersonSchema },
  'DELETE /api/admin/people/:id/gifts/:orderId': {
    who: 'money',
    params: { id: UuidSchema, orderId: UuidSchema },
    answer: AdminPersonSchema,
  },
  'DELETE /api/admin/people/:id/imported-books/:purchaseId': {
    who: 'money',
    params: { id: UuidSchema, purchaseId: UuidSchema },
    answer: AdminPersonSchema,
  },
  'GET /api/admin/people/:id/export': { who: { least: 'site', recent: true }, params, query: ExportPersonQuerySchema },
} as const satisfies Calls;
