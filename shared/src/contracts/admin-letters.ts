import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { MoneySchema } from '../money/money.ts';
import { LOCALES, LocaleSchema } from '../texts/locales.ts';
import { DaySchema, listFilters, pageCursors, pageQuery } from './admin-lists.ts';
import type { Calls } from './calls.ts';
import { EbookIdSchema } from './ebooks.ts';
import { LETTER_DELAYS, LETTER_LIMITS, LETTER_STATES, LETTER_STOPS, LETTER_WAITS } from './letter-rules.ts';
import { SUBSCRIBER_SOURCES } from './newsletter.ts';
import { NEWS_KINDS } from './post-rules.ts';
import { createOptionalLineSchema } from './text.ts';

/** Who gets a letter: confirmed subscribers to whom all of it applies. No reader gets the same text twice, whichever letter brings it. */
export const LetterSegmentSchema = v.pipe(
  v.object({
    /** Null: readers of every language, each in theirs where the text has it. */
    locale: v.nullable(LocaleSchema),
    /** Has this book. */
    owns: v.nullable(EbookIdSchema),
    /** Does not have this book. */
    lacks: v.nullable(EbookIdSchema),
    /** Days in the site's time zone, both included. */
    joinedFrom: v.nullable(DaySchema),
    joinedUntil: v.nullable(DaySchema),
    /** Where they signed up last. Absent, as the next, in what was written before there was this choice. */
    source: v.optional(v.nullable(v.picklist(SUBSCRIBER_SOURCES)), null),
    /** Did not get this text by any letter, as far as that is kept. */
    missed: v.optional(v.nullable(v.pipe(v.string(), v.uuid())), null),
  }),
  v.forward(
    v.check(({ joinedFrom, joinedUntil }) => !joinedFrom || !joinedUntil || joinedFrom <= joinedUntil, 'before_start'),
    ['joinedUntil'],
  ),
  v.forward(
    v.check(({ owns, lacks }) => owns === null || owns !== lacks, 'both'),
    ['lacks'],
  ),
);
export type LetterSegment = v.InferOutput<typeof LetterSegmentSchema>;

/** How many readers a letter has or had in each state. `waiting` counts those who are still to be written to. */
export const LetterCountsSchema = v.object({
  total: v.number(),
  waiting: v.number(),
  sent: v.number(),
  /** The mail server does not take their mail. */
  refused: v.number(),
  /** They left the list, or changed their address, between preparation and their turn. */
  left: v.number(),
  /** Handed over when the sender died: they may have it or not. Sent again by the owner only. */
  unknown: v.number(),
  /** Sent, and came back: there is no such mailbox, or it takes no mail. */
  bounced: v.number(),
  /** Sent, and called spam by its reader, who left the list with that. */
  complained: v.number(),
});
export type LetterCounts = v.InferOutput<typeof LetterCountsSchema>;

/** A letter as a row of the owner's list. */
export const ListedLetterSchema = v.object({
  id: v.string(),
  postId: v.string(),
  /** Subject in the original's language; the text's title while none is given. */
  subject: v.string(),
  state: v.picklist(LETTER_STATES),
  sendAt: v.nullable(InstantSchema),
  /** When the last reader was written to. */
  endedAt: v.nullable(InstantSchema),
  counts: LetterCountsSchema,
  /** Of a draft that began by itself what it is about; null for others. */
  news: v.nullable(v.picklist(NEWS_KINDS)),
  /** How many days after confirming readers get it, of a letter of the welcome series; null for every other one. */
  step: v.nullable(v.number()),
});
export type ListedLetter = v.InferOutput<typeof ListedLetterSchema>;

/** `q`: part of the subject; `post`: of this text only. The newest first. */
export const LetterListQuerySchema = v.object({
  ...listFilters(LETTER_STATES),
  post: v.optional(v.pipe(v.string(), v.uuid())),
  ...pageQuery,
});
export const LetterListSchema = v.object({ letters: v.array(ListedLetterSchema), ...pageCursors });
export type LetterList = v.InferOutput<typeof LetterListSchema>;

/** What stands in the list of a mailbox. Empty: the text's title, and its lead or how it begins. */
const HeadSchema = v.object({
  subject: createOptionalLineSchema(LETTER_LIMITS.subject),
  preheader: createOptionalLineSchema(LETTER_LIMITS.preheader),
});
const HeadsSchema = v.object({ [LOCALES[0]]: HeadSchema, [LOCALES[1]]: HeadSchema });

export const AdminLetterSchema = v.object({
  ...ListedLetterSchema.entries,
  /** The text's: its title in the original's language, what languages it is published in, and whether it can be read now. */
  post: v.object({ title: v.string(), locales: v.array(LocaleSchema), isPublished: v.boolean(), publishAt: v.nullable(InstantSchema) }),
  heads: HeadsSchema,
  segment: LetterSegmentSchema,
  /** Why it was `stopped`: what the mail server or the connection to it said, or `complaints` of readers; null otherwise. */
  reason: v.nullable(v.string()),
  /** Null too for one that stopped before this was written down. */
  stoppedBy: v.nullable(v.picklist(LETTER_STOPS)),
  /** Why one that is `late` did not go; null otherwise. */
  delayedBy: v.nullable(v.picklist(LETTER_DELAYS)),
  /** A test letter of what it says now was sent. */
  isTested: v.boolean(),
  /**
   * Letters that may leave in a second, by all instances together, on one day, and what is left of today; what limits the day is how many
   * left lately.
   */
  pace: v.object({ perSecond: v.number(), perDay: v.number(), today: v.number() }),
  /** Of one on its way why nothing leaves now, and until when; null otherwise. */
  waits: v.nullable(v.object({ for: v.picklist(LETTER_WAITS), until: InstantSchema })),
  /**
   * What it brought, and not by whom: how many left the list by its links (null: they did not say so then), visits of pages by its links,
   * and orders paid after those, before anything went back (null: not kept any more).
   */
  brought: v.object({
    unsubscribed: v.nullable(v.number()),
    visits: v.nullable(v.number()),
    orders: v.nullable(v.number()),
    revenue: v.array(MoneySchema),
  }),
  revision: v.number(),
  /** In which moments are scheduled. */
  timeZone: v.string(),
});
export type AdminLetter = v.InferOutput<typeof AdminLetterSchema>;

const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(999_999_999));

/** A draft of a letter about a text; when there is one that was not sent yet, that one. */
export const NewLetterSchema = v.object({ postId: v.pipe(v.string(), v.uuid()) });
/** Only drafts are edited. `revision`: what was seen; when an admin changed it meanwhile, `changed_meanwhile`. */
export const EditedLetterSchema = v.object({ revision, heads: HeadsSchema, segment: LetterSegmentSchema });

export const LetterAudienceQuerySchema = v.object({ postId: v.pipe(v.string(), v.uuid()), segment: LetterSegmentSchema });
/** How many would get it now. `withoutConsent`: left out because they agreed to words that do not name what they bought. */
export const LetterAudienceSchema = v.object({
  total: v.number(),
  byLocale: v.object({ [LOCALES[0]]: v.number(), [LOCALES[1]]: v.number() }),
  withoutConsent: v.number(),
  /** Days that it takes at the pace of now; 1 is today only. */
  days: v.number(),
  /** The last letter of 30 days that many called spam when it was through: with how many, of how many who got it. Null without one. */
  complained: v.nullable(v.object({ subject: v.string(), complaints: v.number(), got: v.number() })),
});
export type LetterAudience = v.InferOutput<typeof LetterAudienceSchema>;

/**
 * Whether mailboxes can tell that letters are their sender's, by the names of its domain. `wrong`: they cannot, for want of `missing`;
 * `unknown`: the name servers could not be asked; `local`: only this machine knows the domain.
 */
export const SenderCheckSchema = v.object({
  domain: v.string(),
  state: v.picklist(['right', 'wrong', 'unknown', 'local']),
  missing: v.array(v.picklist(['spf_or_dkim', 'dmarc'])),
  checkedAt: InstantSchema,
});
export type SenderCheck = v.InferOutput<typeof SenderCheckSchema>;

export const LetterLocaleSchema = v.object({ locale: LocaleSchema });
/**
 * The letter as a reader of this language would get it now, or, once it began to go out, as readers get it; with a way out that leads
 * nowhere. `bytes`: of its HTML.
 */
export const LetterPreviewSchema = v.object({
  subject: v.string(),
  preheader: v.string(),
  html: v.string(),
  text: v.string(),
  bytes: v.number(),
});
export type LetterPreview = v.InferOutput<typeof LetterPreviewSchema>;

/** Null is now, which is in a minute. */
export const SendLetterSchema = v.object({ revision, at: v.nullable(v.pipe(InstantSchema, v.regex(/^20\d\d-/, 'invalid'))) });
export const LetterRevisionSchema = v.object({ revision });

const params = { id: v.pipe(v.string(), v.uuid()) };

export const letterCalls = {
  'GET /api/admin/letters': { who: 'content', query: LetterListQuerySchema, answer: LetterListSchema },
  'POST /api/admin/letters': { who: 'content', body: NewLetterSchema, answer: AdminLetterSchema },
  'POST /api/admin/letter-audience': { who: 'content', body: LetterAudienceQuerySchema, answer: LetterAudienceSchema },
  /** What was found last; asked now when nothing was in the last days. */
  'GET /api/admin/sender-domain': { who: 'send', answer: SenderCheckSchema },
  'POST /api/admin/sender-domain': { who: 'send', limit: { windowSeconds: 600, person: 20, address: 100 }, answer: SenderCheckSchema },
  'GET /api/admin/letters/:id': { who: 'content', params, answer: AdminLetterSchema },
  'PUT /api/admin/letters/:id': { who: 'content', params, body: EditedLetterSchema, answer: AdminLetterSchema },
  'DELETE /api/admin/letters/:id': { who: 'content', params, answer: v.null() },
  'POST /api/admin/letters/:id/preview': { who: 'content', params, body: LetterLocaleSchema, answer: LetterPreviewSchema },
  'POST /api/admin/letters/:id/test': { who: 'content', params, body: LetterLocaleSchema, answer: AdminLetterSchema },
  'POST /api/admin/letters/:id/sending': { who: 'send', params, body: SendLetterSchema, answer: AdminLetterSchema },
  'POST /api/admin/letters/:id/undo': { who: 'send', params, body: LetterRevisionSchema, answer: AdminLetterSchema },
  'POST /api/admin/letters/:id/pause': { who: 'send', params, body: LetterRevisionSchema, answer: AdminLetterSchema },
  'POST /api/admin/letters/:id/resume': { who: 'send', params, body: LetterRevisionSchema, answer: AdminLetterSchema },
  'POST /api/admin/letters/:id/cancellation': { who: 'send', params, body: LetterRevisionSchema, answer: AdminLetterSchema },
  'POST /api/admin/letters/:id/unknown': { who: 'send', params, body: LetterRevisionSchema, answer: AdminLetterSchema },
  'POST /api/admin/letters/:id/settlement': { who: 'send', params, body: LetterRevisionSchema, answer: AdminLetterSchema },
} as const satisfies Calls;
