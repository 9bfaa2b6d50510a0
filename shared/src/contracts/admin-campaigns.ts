import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { MoneySchema } from '../money/money.ts';
import { LOCALES, LocaleSchema } from '../texts/locales.ts';
import { DaySchema, listFilters, pageCursors, pageQuery } from './admin-lists.ts';
import type { Calls } from './calls.ts';
import { CAMPAIGN_DELAYS, CAMPAIGN_LIMITS, CAMPAIGN_STATES, CAMPAIGN_STOPS, CAMPAIGN_WAITS } from './campaign-rules.ts';
import { EbookIdSchema } from './ebooks.ts';
import { SUBSCRIBER_SOURCES } from './newsletter.ts';
import { NEWS_KINDS } from './post-rules.ts';
import { createOptionalLineSchema } from './text.ts';

/**
 * Recipients of a newsletter issue: confirmed subscribers who meet all conditions. No reader gets the same post twice, even in different
 * issues.
 */
export const CampaignSegmentSchema = v.pipe(
  v.object({
    /**
     * Only readers of this language. With null, the issue goes to readers of every language, each in their own language if the post has it.
     */
    locale: v.nullable(LocaleSchema),
    /** Only readers who own this book. */
    owns: v.nullable(EbookIdSchema),
    /** Only readers who do not own this book. */
    lacks: v.nullable(EbookIdSchema),
    /** Only readers who joined between these days, both included, in the site's time zone. */
    joinedFrom: v.nullable(DaySchema),
    joinedUntil: v.nullable(DaySchema),
    /** Only readers who last signed up at this source. Older stored segments have neither this field nor the next. */
    source: v.optional(v.nullable(v.picklist(SUBSCRIBER_SOURCES)), null),
    /** Only readers who did not get this post with any issue, as far as the site has recorded the recipients. */
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
export type CampaignSegment = v.InferOutput<typeof CampaignSegmentSchema>;

/** Numbers of recipients by the state of their email. `waiting`: the email was not sent yet. */
export const CampaignCountsSchema = v.object({
  total: v.number(),
  waiting: v.number(),
  sent: v.number(),
  /** Emails that the mail server rejected. */
  refused: v.number(),
  /** Readers who unsubscribed or changed their address between preparation and sending. */
  left: v.number(),
  /**
   * Emails that readers may or may not have, because the sending process died while it handed them over. Only the owner can send them
   * again.
   */
  unknown: v.number(),
  /** Emails that were sent and came back: the mailbox does not exist or accepts no mail. */
  bounced: v.number(),
  /** Emails that were sent and marked as spam by their reader, which also unsubscribed the reader. */
  complained: v.number(),
});
export type CampaignCounts = v.InferOutput<typeof CampaignCountsSchema>;

/** A newsletter issue in the owner's list. */
export const ListedCampaignSchema = v.object({
  id: v.string(),
  postId: v.string(),
  /** Subject in the post's original language, or else the post's title. */
  subject: v.string(),
  state: v.picklist(CAMPAIGN_STATES),
  sendAt: v.nullable(InstantSchema),
  /** The time when the last reader's email was sent. */
  endedAt: v.nullable(InstantSchema),
  counts: CampaignCountsSchema,
  /** The subject of a draft that the site created by itself; null for others. */
  news: v.nullable(v.picklist(NEWS_KINDS)),
  /** Days after confirmation at which readers get this issue of the welcome series; null for other issues. */
  step: v.nullable(v.number()),
});
export type ListedCampaign = v.InferOutput<typeof ListedCampaignSchema>;

/** `q`: part of the subject. `post`: only issues about this post. Newest first. */
export const CampaignListQuerySchema = v.object({
  ...listFilters(CAMPAIGN_STATES),
  post: v.optional(v.pipe(v.string(), v.uuid())),
  ...pageQuery,
});
export const CampaignListSchema = v.object({ campaigns: v.array(ListedCampaignSchema), ...pageCursors });
export type CampaignList = v.InferOutput<typeof CampaignListSchema>;

/** Subject and preview text in a mailbox. Empty: the post's title, and its lead or beginning. */
const HeadSchema = v.object({
  subject: createOptionalLineSchema(CAMPAIGN_LIMITS.subject),
  preheader: createOptionalLineSchema(CAMPAIGN_LIMITS.preheader),
});
const HeadsSchema = v.object({ [LOCALES[0]]: HeadSchema, [LOCALES[1]]: HeadSchema });

export const AdminCampaignSchema = v.object({
  ...ListedCampaignSchema.entries,
  /** The post: its title in the original language, its published languages, and whether it can be read now. */
  post: v.object({ title: v.string(), locales: v.array(LocaleSchema), isPublished: v.boolean(), publishAt: v.nullable(InstantSchema) }),
  heads: HeadsSchema,
  segment: CampaignSegmentSchema,
  /**
   * The error of the mail server or of its connection that stopped the issue, or `complaints` of readers. Null if the issue is not
   * `stopped`.
   */
  reason: v.nullable(v.string()),
  /** The reason why the issue stopped. Null also for an issue that stopped before the site recorded reasons. */
  stoppedBy: v.nullable(v.picklist(CAMPAIGN_STOPS)),
  /** The reason why a `late` issue was not sent. Null for all other issues. */
  delayedBy: v.nullable(v.picklist(CAMPAIGN_DELAYS)),
  /** Whether a test email with the current content was sent. */
  isTested: v.boolean(),
  /**
   * How many emails all instances of the API together may send in a second, in a day, and today from now on. The daily limit depends on how
   * many were sent lately.
   */
  pace: v.object({ perSecond: v.number(), perDay: v.number(), today: v.number() }),
  /** The reason why sending pauses, and until when. Null while emails are being sent. */
  waits: v.nullable(v.object({ for: v.picklist(CAMPAIGN_WAITS), until: InstantSchema })),
  /**
   * Results of the issue, without names. `unsubscribed`: by its links; null for issues from before the links recorded this. `visits`: page
   * visits by its links. `orders`: orders paid after such visits, before refunds; null if no longer kept.
   */
  brought: v.object({
    unsubscribed: v.nullable(v.number()),
    visits: v.nullable(v.number()),
    orders: v.nullable(v.number()),
    revenue: v.array(MoneySchema),
  }),
  revision: v.number(),
  /** The time zone in which the owner schedules the issue. */
  timeZone: v.string(),
});
export type AdminCampaign = v.InferOutput<typeof AdminCampaignSchema>;

const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(999_999_999));

/** Creates a draft about a post, or returns the existing issue about it that was not sent yet. */
export const NewCampaignSchema = v.object({ postId: v.pipe(v.string(), v.uuid()) });
/**
 * Only drafts can be edited. `revision`: the revision that the admin saw. If another admin changed the draft meanwhile:
 * `changed_meanwhile`.
 */
export const EditedCampaignSchema = v.object({ revision, heads: HeadsSchema, segment: CampaignSegmentSchema });

export const CampaignAudienceQuerySchema = v.object({ postId: v.pipe(v.string(), v.uuid()), segment: CampaignSegmentSchema });
/** Numbers of current recipients. `withoutConsent`: left out because the wording they agreed to does not mention their purchases. */
export const CampaignAudienceSchema = v.object({
  total: v.number(),
  byLocale: v.object({ [LOCALES[0]]: v.number(), [LOCALES[1]]: v.number() }),
  withoutConsent: v.number(),
  /** Days that sending takes at the current pace; 1 means today. */
  days: v.number(),
  /**
   * The last issue of the past 30 days that many readers marked as spam after it was sent, with its numbers of complaints and recipients.
   * Null without one.
   */
  complained: v.nullable(v.object({ subject: v.string(), complaints: v.number(), got: v.number() })),
});
export type CampaignAudience = v.InferOutput<typeof CampaignAudienceSchema>;

/**
 * Whether mailboxes can verify the sender by the DNS records of its domain. `wrong`: mailboxes cannot verify it until the `missing` records
 * exist. `unknown`: the name servers did not answer. `local`: a domain that only this machine knows.
 */
export const SenderCheckSchema = v.object({
  domain: v.string(),
  state: v.picklist(['right', 'wrong', 'unknown', 'local']),
  missing: v.array(v.picklist(['spf_or_dkim', 'dmarc'])),
  checkedAt: InstantSchema,
});
export type SenderCheck = v.InferOutput<typeof SenderCheckSchema>;

export const CampaignLocaleSchema = v.object({ locale: LocaleSchema });
/**
 * The issue as a reader of this language would get it now or, once sending has begun, as readers get it. Its unsubscribe link does nothing.
 * `bytes`: size of the HTML.
 */
export const CampaignPreviewSchema = v.object({
  subject: v.string(),
  preheader: v.string(),
  html: v.string(),
  text: v.string(),
  bytes: v.number(),
});
export type CampaignPreview = v.InferOutput<typeof CampaignPreviewSchema>;

/** `at`: the time of sending. With null, sending begins in a minute, so that the owner can undo it. */
export const SendCampaignSchema = v.object({ revision, at: v.nullable(v.pipe(InstantSchema, v.regex(/^20\d\d-/, 'invalid'))) });
export const CampaignRevisionSchema = v.object({ revision });

const params = { id: v.pipe(v.string(), v.uuid()) };

export const campaignCalls = {
  'GET /api/admin/campaigns': { who: 'content', query: CampaignListQuerySchema, answer: CampaignListSchema },
  'POST /api/admin/campaigns': { who: 'content', body: NewCampaignSchema, answer: AdminCampaignSchema },
  'POST /api/admin/campaign-audience': { who: 'content', body: CampaignAudienceQuerySchema, answer: CampaignAudienceSchema },
  /** Checks the sender's domain. The API returns the result of an earlier check of the last days if there is one. */
  'GET /api/admin/sender-domain': { who: 'send', answer: SenderCheckSchema },
  'POST /api/admin/sender-domain': { who: 'send', limit: { windowSeconds: 600, person: 20, address: 100 }, answer: SenderCheckSchema },
  'GET /api/admin/campaigns/:id': { who: 'content', params, answer: AdminCampaignSchema },
  'PUT /api/admin/campaigns/:id': { who: 'content', params, body: EditedCampaignSchema, answer: AdminCampaignSchema },
  'DELETE /api/admin/campaigns/:id': { who: 'content', params, answer: v.null() },
  'POST /api/admin/campaigns/:id/preview': { who: 'content', params, body: CampaignLocaleSchema, answer: CampaignPreviewSchema },
  'POST /api/admin/campaigns/:id/test': { who: 'content', params, body: CampaignLocaleSchema, answer: AdminCampaignSchema },
  'POST /api/admin/campaigns/:id/sending': { who: 'send', params, body: SendCampaignSchema, answer: AdminCampaignSchema },
  'POST /api/admin/campaigns/:id/undo': { who: 'send', params, body: CampaignRevisionSchema, answer: AdminCampaignSchema },
  'POST /api/admin/campaigns/:id/pause': { who: 'send', params, body: CampaignRevisionSchema, answer: AdminCampaignSchema },
  'POST /api/admin/campaigns/:id/resume': { who: 'send', params, body: CampaignRevisionSchema, answer: AdminCampaignSchema },
  'POST /api/admin/campaigns/:id/cancellation': { who: 'send', params, body: CampaignRevisionSchema, answer: AdminCampaignSchema },
  'POST /api/admin/campaigns/:id/unknown': { who: 'send', params, body: CampaignRevisionSchema, answer: AdminCampaignSchema },
  'POST /api/admin/campaigns/:id/settlement': { who: 'send', params, body: CampaignRevisionSchema, answer: AdminCampaignSchema },
} as const satisfies Calls;
