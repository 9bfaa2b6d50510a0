import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { DaySchema } from './admin-lists.ts';
import type { Calls } from './calls.ts';
import { EmailSchema } from './contact.ts';
import { hasContactDetails } from './contact-details.ts';
import { EbookIdSchema, EbookSchema } from './ebooks.ts';
import { GIFT_LIMITS } from './gift-rules.ts';
import { createOptionalLineSchema, createOptionalLinesSchema, createTokenSchema } from './text.ts';

/**
 * State of a gift. `unsent`: the site sent nothing, though the buyer may have shared the link. `failed`: the mailbox rejects the email.
 * `claimed`: each copy has a reader. `returned`: refunded. `suspended`: the payment is disputed. `closed`: closed by an admin.
 */
export const GIFT_STATES = ['unpaid', 'unsent', 'scheduled', 'sent', 'failed', 'claimed', 'returned', 'suspended', 'closed'] as const;

/** `one`: a copy for one person. `group`: a link for as many people as the gift has seats. */
export const GIFT_KINDS = ['one', 'group'] as const;

const facts = {
  id: v.string(),
  ebookId: EbookIdSchema,
  title: v.string(),
  kind: v.picklist(GIFT_KINDS),
  state: v.picklist(GIFT_STATES),
  toEmail: v.nullable(v.string()),
  /** The time when the gift's email is or was sent. Null without an email. */
  sendAt: v.nullable(InstantSchema),
  /** Number of copies in the gift, and number of claimed copies. */
  seats: v.number(),
  claimed: v.number(),
};

/** A gift as its buyer sees it. */
export const GiftSchema = v.object({
  ...facts,
  /** The gift link. */
  url: v.string(),
  toName: v.string(),
  message: v.string(),
  /** How many more times the gift's email may be sent. */
  emailsLeft: v.number(),
  /** Whether the buyer has no entitlement to the book and can claim this copy. */
  canKeep: v.boolean(),
  /** Whether the copy was bought to be read, although the buyer already owned the book. */
  isSpare: v.optional(v.boolean(), false),
  /** The giver's name as the buyer typed it. The form asks for it only if the order has no name. */
  giver: v.optional(v.string(), ''),
  asksForGiver: v.optional(v.boolean(), false),
  /** The names of readers who agreed to show them, for a gift to a group. */
  readers: v.optional(v.array(v.string()), []),
});
export type Gift = v.InferOutput<typeof GiftSchema>;

/** `GET /api/me/orders/:id/gifts`, and the answer to every change of a gift. */
export const GiftsSchema = v.object({ gifts: v.array(GiftSchema) });

/** A gift for an admin: without link, name and message. */
export const AdminGiftSchema = v.object(facts);
export type AdminGift = v.InferOutput<typeof AdminGiftSchema>;
export const AdminGiftsSchema = v.object({ gifts: v.array(AdminGiftSchema) });

/** Gift texts go to people who did not ask for them, so they must not contain addresses. */
const leadsNowhere = v.check((text: string) => !hasContactDetails(text), 'no_addresses');

/**
 * The recipient of a gift. Without an email address nothing is sent, and a scheduled email is cancelled. `day`: the email is sent at 8 a.m.
 * of this day in the site's time zone; without a day, at once. `giver`: the giver's name, if the order has none; without `giver` the name
 * stays unchanged. `endsLink`: the previous link stops working.
 */
export const SendGiftSchema = v.object({
  name: v.pipe(createOptionalLineSchema(GIFT_LIMITS.name), leadsNowhere),
  email: v.nullable(EmailSchema),
  message: v.pipe(createOptionalLinesSchema(GIFT_LIMITS.message), leadsNowhere),
  day: v.nullable(DaySchema),
  giver: v.optional(v.pipe(createOptionalLineSchema(GIFT_LIMITS.name), leadsNowhere)),
  endsLink: v.optional(v.boolean()),
});
export type SendGift = v.InferOutput<typeof SendGiftSchema>;

/** The key from the link's fragment. */
export const GiftKeySchema = v.object({ key: createTokenSchema(100) });

/** `showsName`: the buyer of a group gift may see the reader's name. */
export const ClaimGiftSchema = v.object({ ...GiftKeySchema.entries, showsName: v.optional(v.boolean(), false) });

/** The gift page before the copy is claimed. `suspended`: the payment is disputed. */
export const OpenedGiftSchema = v.object({
  standing: v.picklist(['open', 'none_left', 'suspended']),
  kind: v.picklist(GIFT_KINDS),
  ebook: v.omit(EbookSchema, ['price', 'currentPrices']),
  /** The giver's name. Empty if unknown. */
  from: v.string(),
  toName: v.string(),
  message: v.string(),
});
export type OpenedGift = v.InferOutput<typeof OpenedGiftSchema>;

/** Result of claiming a gift. `owned`: the reader already owns the book, and the copy stays for somebody else. */
export const GIFT_OUTCOMES = ['claimed', 'claimed_before', 'owned', 'none_left', 'suspended'] as const;
export const ClaimedGiftSchema = v.object({ outcome: v.picklist(GIFT_OUTCOMES) });
export type ClaimedGift = v.InferOutput<typeof ClaimedGiftSchema>;

const UuidSchema = v.pipe(v.string(), v.uuid());
const idParams = { id: UuidSchema };
const giftParams = { id: UuidSchema, giftId: UuidSchema };

export const giftCalls = {
  'GET /api/me/orders/:id/gifts': { who: 'reader', params: idParams, answer: GiftsSchema },
  'PUT /api/me/orders/:id/gifts/:giftId': { who: 'reader', params: giftParams, body: SendGiftSchema, answer: GiftsSchema },
  /** Creates a new link. Previous links stop working. */
  'POST /api/me/orders/:id/gifts/:giftId/link': { who: 'reader', params: giftParams, answer: GiftsSchema },
  /** Lets the buyer, whose own entitlement to the book ended, claim the copy as a reader would. */
  'POST /api/me/orders/:id/gifts/:giftId/own': { who: 'verified', params: giftParams, answer: GiftsSchema },
  /** Shows the gift to the holder of the link, without claiming it. */
  'POST /api/gifts/:id': { who: 'public', params: idParams, body: GiftKeySchema, answer: OpenedGiftSchema },
  'POST /api/gifts/:id/claim': { who: 'verified', params: idParams, body: ClaimGiftSchema, answer: ClaimedGiftSchema },
  'GET /api/admin/orders/:id/gifts': { who: 'people', params: idParams, answer: AdminGiftsSchema },
  /** Sends the gift's email again. */
  'POST /api/admin/orders/:id/gifts/:giftId/email': { who: 'people', params: giftParams, answer: AdminGiftsSchema },
  /** Closes a gift: no more copies can be claimed. Readers keep theirs. */
  'POST /api/admin/orders/:id/gifts/:giftId/closing': { who: 'people', params: giftParams, answer: AdminGiftsSchema },
} as const satisfies Calls;
