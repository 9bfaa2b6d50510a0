import { hasContactDetails } from '@site/shared/contracts/contact-details.ts';
import { GIFT_EMAILS } from '@site/shared/contracts/gift-rules.ts';
import { type AdminGift, GIFT_KINDS, GIFT_STATES, type Gift, type OpenedGift } from '@site/shared/contracts/gifts.ts';
import { toInstantOrNull } from '@site/shared/dates/dates.ts';
import { paths } from '@site/shared/paths/paths.ts';
import * as v from 'valibot';
import { tables } from '../../../gateways/supabase/database.generated.ts';
import type { Env } from '../../../platform/env.ts';
import { secretLinkKey } from '../../../platform/secret-links.ts';
import { EbookRowSchema } from '../ebooks/ebook-row.ts';
import { toBookFacts, toLaunch } from '../ebooks/ebooks.view.ts';

/** One row of the result of `gifts_json`. */
export const GiftRowSchema = v.object({
  ...v.pick(tables.gifts, ['id', 'ebook_id', 'generation', 'to_name', 'to_email', 'message', 'send_at', 'emails', 'giver', 'is_spare'])
    .entries,
  kind: v.picklist(GIFT_KINDS),
  title: v.string(),
  state: v.picklist(GIFT_STATES),
  seats: v.number(),
  claimed: v.number(),
  may_keep: v.boolean(),
  asks_for_giver: v.boolean(),
  readers: v.array(v.string()),
});
export type GiftRow = v.InferOutput<typeof GiftRowSchema>;

const STANDINGS = ['open', 'none_left', 'suspended'] as const satisfies readonly OpenedGift['standing'][];

export const LinkedGiftSchema = v.object({
  generation: v.number(),
  kind: v.picklist(GIFT_KINDS),
  standing: v.picklist(STANDINGS),
  ebook: EbookRowSchema,
  from: v.string(),
  to_name: v.string(),
  message: v.string(),
});
export type LinkedGift = v.InferOutput<typeof LinkedGiftSchema>;

type LinkEnv = Pick<Env, 'SITE_URL' | 'LINKS_SECRET'>;

/** Returns the link that opens a gift. The key is in the fragment after `#`, which browsers do not send to servers. */
export const giftUrl = ({ SITE_URL, LINKS_SECRET }: LinkEnv, id: string, generation: number): string =>
  `${SITE_URL}${paths.gift.href(id)}#${secretLinkKey(LINKS_SECRET, 'gift', id, generation)}`;

/** Returns a name that is safe to show to strangers. A name with contact details or a link becomes empty. */
export const nameForStrangers = (name: string): string => (hasContactDetails(name) ? '' : name.slice(0, 120));

const factsOf = ({ id, ebook_id, title, kind, state, to_email, send_at, seats, claimed }: GiftRow): AdminGift => ({
  id,
  ebookId: ebook_id,
  title,
  kind,
  state,
  toEmail: to_email,
  sendAt: toInstantOrNull(send_at),
  seats,
  claimed,
});

/** Returns a gift as its buyer sees it. */
export const toGift = (row: GiftRow, env: LinkEnv): Gift => ({
  ...factsOf(row),
  url: giftUrl(env, row.id, row.generation),
  toName: row.to_name,
  message: row.message,
  emailsLeft: Math.max(0, GIFT_EMAILS - row.emails),
  canKeep: row.may_keep,
  isSpare: row.is_spare,
  giver: row.giver,
  asksForGiver: row.asks_for_giver,
  readers: row.readers.map(nameForStrangers).filter(Boolean),
});

/** Returns a gift as an admin sees it. */
export const toAdminGift = (row: GiftRow): AdminGift => factsOf(row);

/** Returns a gift as the holder of its link sees it. */
export const toOpenedGift = (gift: LinkedGift, env: Pick<Env, 'SUPABASE_URL'>): OpenedGift => ({
  standing: gift.standing,
  kind: gift.kind,
  ebook: { ...toBookFacts(gift.ebook, env), ...toLaunch(gift.ebook) },
  from: nameForStrangers(gift.from),
  toName: gift.to_name,
  message: gift.message,
});
