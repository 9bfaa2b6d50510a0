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
 * How a gift stands. `unsent`: nothing was sent from here, though its link may have been passed on; `failed`: the mailbox refuses its
 * letter; `claimed`: each copy has a reader; `returned`: the money went back; `suspended`: the payment is disputed; `closed`: by an admin.
 */
export const GIFT_STATES = ['unpaid', 'unsent', 'scheduled', 'sent', 'failed', 'claimed', 'returned', 'suspended', 'closed'] as const;

/** `one`: a copy for one person; `group`: a link for as many as it has seats. */
export const GIFT_KINDS = ['one', 'group'] as const;

const facts = {
  id: v.string(),
  ebookId: EbookIdSchema,
  title: v.string(),
  kind: v.picklist(GIFT_KINDS),
  state: v.picklist(GIFT_STATES),
  toEmail: v.nullable(v.string()),
  /** When its letter goes or went out; null without one. */
  sendAt: v.nullable(InstantSchema),
  /** How many can be given with it, and how many have a reader. */
  seats: v.number(),
  taken: v.number(),
};

/** A gift as its buyer sees it. */
export const GiftSchema = v.object({
  ...facts,
  /** Opens the gift to its holder. */
  url: v.string(),
  toName: v.string(),
  message: v.string(),
  /** How many more letters it may have. */
  lettersLeft: v.number(),
  /** The buyer has no right to the book any more, and can take this copy. */
  canKeep: v.boolean(),
  /** Its copy was bought to be read, by a buyer who could read the book already. */
  isSpare: v.optional(v.boolean(), false),
  /** The giver's name, as the buyer wrote it: asked for where their order has no name. */
  giver: v.optional(v.string(), ''),
  asksForGiver: v.optional(v.boolean(), false),
  /** Of a group: the names of the readers who chose to show theirs. */
  readers: v.optional(v.array(v.string()), []),
});
export type Gift = v.InferOutput<typeof GiftSchema>;

/** `GET /api/me/orders/:id/gifts`, and what every change of one answers. */
export const GiftsSchema = v.object({ gifts: v.array(GiftSchema) });

/** A gift as an admin sees it: without link, name and message. */
export const AdminGiftSchema = v.object(facts);
export type AdminGift = v.InferOutput<typeof AdminGiftSchema>;
export const AdminGiftsSchema = v.object({ gifts: v.array(AdminGiftSchema) });

/** It goes to people who did not ask for it. */
const leadsNowhere = v.check((text: string) => !hasContactDetails(text), 'no_addresses');

/**
 * The person a gift is for. Without an address nothing is sent, and what waits to be sent is not. `day`: it goes out then, at eight by the
 * site's clock; at once without one. `giver`: who gives it, where the order has no name; without it that stays. `endsLink`: the link that was
 * sent before opens nothing any more.
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

/** `showsName`: the buyer of a group's gift may see the reader's name. */
export const ClaimGiftSchema = v.object({ ...GiftKeySchema.entries, showsName: v.optional(v.boolean(), false) });

/** What a link shows before its copy is taken. `suspended`: the payment is disputed. */
export const OpenedGiftSchema = v.object({
  standing: v.picklist(['open', 'none_left', 'suspended']),
  kind: v.picklist(GIFT_KINDS),
  ebook: v.omit(EbookSchema, ['price', 'prices']),
  /** The giver's name; empty when they have none here. */
  from: v.string(),
  toName: v.string(),
  message: v.string(),
});
export type OpenedGift = v.InferOutput<typeof OpenedGiftSchema>;

/** What a press made of it. `owned`: the book is the reader's already, and the copy stays for another reader. */
export const GIFT_OUTCOMES = ['claimed', 'claimed_before', 'owned', 'none_left', 'suspended'] as const;
export const ClaimedGiftSchema = v.object({ outcome: v.picklist(GIFT_OUTCOMES) });
export type ClaimedGift = v.InferOutput<typeof ClaimedGiftSchema>;

const UuidSchema = v.pipe(v.string(), v.uuid());
const idParams = { id: UuidSchema };
const giftParams = { id: UuidSchema, giftId: UuidSchema };

export const giftCalls = {
  'GET /api/me/orders/:id/gifts': { who: 'reader', params: idParams, answer: GiftsSchema },
  'PUT /api/me/orders/:id/gifts/:giftId': { who: 'reader', params: giftParams, body: SendGiftSchema, answer: GiftsSchema },
  /** Makes a new link; the ones before open nothing any more. */
  'POST /api/me/orders/:id/gifts/:giftId/link': { who: 'reader', params: giftParams, answer: GiftsSchema },
  /** The buyer, whose own right to the book ended, takes the copy, as its reader would. */
  'POST /api/me/orders/:id/gifts/:giftId/own': { who: 'verified', params: giftParams, answer: GiftsSchema },
  /** Shows the holder of the link what is in a gift. Nothing is taken by that. */
  'POST /api/gifts/:id': { who: 'public', params: idParams, body: GiftKeySchema, answer: OpenedGiftSchema },
  'POST /api/gifts/:id/claim': { who: 'verified', params: idParams, body: ClaimGiftSchema, answer: ClaimedGiftSchema },
  'GET /api/admin/orders/:id/gifts': { who: 'people', params: idParams, answer: AdminGiftsSchema },
  /** Sends the letter of a gift once more. */
  'POST /api/admin/orders/:id/gifts/:giftId/email': { who: 'people', params: giftParams, answer: AdminGiftsSchema },
  /** Closes a gift: no copy can be taken any more; readers who have one keep it. */
  'POST /api/admin/orders/:id/gifts/:giftId/closing': { who: 'people', params: giftParams, answer: AdminGiftsSchema },
} as const satisfies Calls;
