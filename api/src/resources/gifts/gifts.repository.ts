import { GIFT_KINDS, GIFT_OUTCOMES, GIFT_STATES, type OpenedGift } from '@site/shared/contracts/gifts.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../platform/actor.ts';
import { EbookRowSchema } from '../ebooks/ebook-row.ts';

/** What `gifts_json` answers of each. */
const GiftRowSchema = v.object({
  ...v.pick(tables.gifts, ['id', 'ebook_id', 'generation', 'to_name', 'to_email', 'message', 'send_at', 'letters', 'giver', 'is_spare'])
    .entries,
  kind: v.picklist(GIFT_KINDS),
  title: v.string(),
  state: v.picklist(GIFT_STATES),
  seats: v.number(),
  taken: v.number(),
  may_keep: v.boolean(),
  asks_for_giver: v.boolean(),
  readers: v.array(v.string()),
});
export type GiftRow = v.InferOutput<typeof GiftRowSchema>;

/** The gifts of an order of `uid`, or of any order when that is null; null without such an order. */
export const listGifts = async (data: Data, uid: string | null, orderId: string): Promise<GiftRow[] | null> =>
  v.parse(v.nullable(v.array(GiftRowSchema)), await data.sql.listGifts({ uid, orderId }));

const STANDINGS = ['open', 'none_left', 'suspended'] as const satisfies readonly OpenedGift['standing'][];

const LinkedGiftSchema = v.object({
  generation: v.number(),
  kind: v.picklist(GIFT_KINDS),
  standing: v.picklist(STANDINGS),
  ebook: EbookRowSchema,
  from: v.string(),
  to_name: v.string(),
  message: v.string(),
});
export type LinkedGift = v.InferOutput<typeof LinkedGiftSchema>;

/** Null when the gift's links open nothing. */
export const getGift = async (data: Data, giftId: string): Promise<LinkedGift | null> =>
  v.parse(v.nullable(LinkedGiftSchema), await data.sql.getGift({ giftId }));

const ClaimedSchema = v.object({ outcome: v.picklist([...GIFT_OUTCOMES, 'unknown']) });

export type GiftReader = { uid: string; email: string; name: string | null };

export const claimGift = async (
  data: Data,
  giftId: string,
  generation: number,
  { uid, email, name }: GiftReader,
  showsName: boolean,
): Promise<v.InferOutput<typeof ClaimedSchema>> =>
  v.parse(ClaimedSchema, await data.sql.claimGift({ giftId, generation, uid, email, name: name ?? '', showsName }));

const SentSchema = v.nullable(v.object({ outcome: v.picklist(['saved', 'over', 'bad_day', 'too_often']) }));

export type GiftLetter = {
  name: string;
  email: string | null;
  message: string;
  day: string | null;
  giver?: string | undefined;
  endsLink?: boolean | undefined;
  timeZone: string;
};

export const sendGift = async (
  data: Data,
  uid: string,
  orderId: string,
  giftId: string,
  { name, email, message, day, giver, endsLink, timeZone }: GiftLetter,
): Promise<v.InferOutput<typeof SentSchema>> =>
  v.parse(
    SentSchema,
    await data.sql.sendGift({
      uid,
      orderId,
      giftId,
      name,
      email,
      message,
      day,
      zone: timeZone,
      giver: giver ?? null,
      endsLink: endsLink ?? false,
    }),
  );

/** False when nothing is left to give; null without such a gift. So do the next two. */
export const renewGift = (data: Data, uid: string, orderId: string, giftId: string): Promise<boolean | null> =>
  data.sql.renewGift({ uid, orderId, giftId });

export const resendGift = (data: Data, actor: Actor, orderId: string, giftId: string): Promise<boolean | null> =>
  data.sql.resendGift({ actor, orderId, giftId });

export const closeGift = (data: Data, actor: Actor, orderId: string, giftId: string): Promise<boolean | null> =>
  data.sql.closeGift({ actor, orderId, giftId });
