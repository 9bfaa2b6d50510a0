import { type AdminGift, GIFT_OUTCOMES, type Gift, giftCalls } from '@site/shared/contracts/gifts.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Sql } from '../../../gateways/supabase/database.generated.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { addressOf } from '../../../platform/http.ts';
import { mailboxOf } from '../../../platform/mailbox.ts';
import { giveBackUse, limitUse } from '../../../platform/rate-limit.ts';
import { isSecretLinkKey } from '../../../platform/secret-links.ts';
import { type GiftRow, GiftRowSchema, type LinkedGift, LinkedGiftSchema, toAdminGift, toGift, toOpenedGift } from './gifts.view.ts';

const ClaimedSchema = v.object({ outcome: v.picklist([...GIFT_OUTCOMES, 'unknown']) });
const SentSchema = v.nullable(v.object({ outcome: v.picklist(['saved', 'over', 'bad_day', 'too_often']) }));

/** Returns the gifts of an order of `uid`, or of any order when `uid` is null. Throws `not_found` if there is no such order. */
async function readGifts(sql: Sql, uid: string | null, orderId: string): Promise<GiftRow[]> {
  const rows = v.parse(v.nullable(v.array(GiftRowSchema)), await sql.listGifts({ uid, orderId }));
  if (!rows) throw new AppError('not_found');
  return rows;
}

/** Returns the gifts of one of the caller's orders. Throws `not_found` for an order of another account. */
const listGifts = async ({ data, env }: Deps, uid: string, orderId: string): Promise<{ gifts: Gift[] }> => ({
  gifts: (await readGifts(data.sql, uid, orderId)).map((row) => toGift(row, env)),
});

const listAdminGifts = async (sql: Sql, orderId: string): Promise<{ gifts: AdminGift[] }> => ({
  gifts: (await readGifts(sql, null, orderId)).map(toAdminGift),
});

/** Throws for an SQL function that returned false (nothing left to give) or null (no such gift). */
function requireDone(done: boolean | null): void {
  if (done === null) throw new AppError('not_found');
  if (!done) throw new AppError('changed_meanwhile');
}

type Reader = { uid: string; email: string; name: string | null };

const takeCopy = async (sql: Sql, giftId: string, generation: number, { uid, email, name }: Reader, showsName: boolean) =>
  v.parse(ClaimedSchema, await sql.claimGift({ giftId, generation, uid, email, name: name ?? '', showsName })).outcome;

/**
 * Returns the gift that a link opens. Throws the same `not_found` for a wrong key, an earlier link, and a returned or closed gift, to
 * reveal nothing. Throws `too_many_requests` for repeated attempts.
 */
async function requireGift({ data, env }: Deps, giftId: string, key: string, address: string): Promise<LinkedGift> {
  const gift = v.parse(v.nullable(LinkedGiftSchema), await data.sql.getGift({ giftId }));
  if (gift && isSecretLinkKey(env.LINKS_SECRET, 'gift', giftId, gift.generation, key)) return gift;
  await limitUse({ data, env }, 'gift_try', { address });
  throw new AppError('not_found');
}

export const giftHandlers = handle(giftCalls, {
  'GET /api/me/orders/:id/gifts': ({ deps, caller, params }) => listGifts(deps, caller.uid, params.id),
  /**
   * Saves a gift and sends its email. Throws `changed_meanwhile` when no copy is left to give, and `invalid_input` after the first email
   * and three more.
   */
  'PUT /api/me/orders/:id/gifts/:giftId': async ({ deps, sql, c, caller: { uid }, params, body }) => {
    const send = async () => {
      const { timeZone } = await deps.liveSettings.get();
      const { giver = null, endsLink = false, ...email } = body;
      const gift = { uid, orderId: params.id, giftId: params.giftId };
      const sent = v.parse(SentSchema, await sql.sendGift({ ...gift, ...email, giver, endsLink, zone: timeZone }));
      if (!sent) throw new AppError('not_found');
      if (sent.outcome === 'over') throw new AppError('changed_meanwhile');
      if (sent.outcome === 'bad_day') throw new AppError('invalid_input', { fields: { day: 'invalid' } });
      if (sent.outcome === 'too_often') throw new AppError('invalid_input', { fields: { email: 'too_often' } });
      deps.wakeMail();
      return await listGifts(deps, uid, params.id);
    };
    if (body.email === null) return await send();
    const address = addressOf(c);
    await limitUse(deps, 'gift_email', { person: uid, address });
    const mailbox = { person: mailboxOf(body.email), address };
    await limitUse(deps, 'gift_mailbox', mailbox);
    try {
      return await send();
    } catch (error) {
      // A rejected email must not use up the mailbox's limit for other senders.
      await giveBackUse(deps, 'gift_mailbox', mailbox);
      throw error;
    }
  },
  'POST /api/me/orders/:id/gifts/:giftId/link': async ({ deps, sql, caller: { uid }, params: { id, giftId } }) => {
    requireDone(await sql.renewGift({ uid, orderId: id, giftId }));
    return await listGifts(deps, uid, id);
  },
  /** Lets the buyer keep a gift copy. Throws `changed_meanwhile` when the copy is no longer available. */
  'POST /api/me/orders/:id/gifts/:giftId/own': async ({ deps, sql, caller, params: { id, giftId } }) => {
    const gift = (await readGifts(sql, caller.uid, id)).find((row) => row.id === giftId);
    if (!gift) throw new AppError('not_found');
    const outcome = await takeCopy(sql, gift.id, gift.generation, caller, false);
    if (outcome !== 'claimed' && outcome !== 'claimed_before') throw new AppError('changed_meanwhile');
    return await listGifts(deps, caller.uid, id);
  },
  'POST /api/gifts/:id': async ({ deps, c, params, body }) => {
    const address = addressOf(c);
    await limitUse(deps, 'gift', { address });
    return toOpenedGift(await requireGift(deps, params.id, body.key, address), deps.env);
  },
  'POST /api/gifts/:id/claim': async ({ deps, sql, c, caller, params: { id: giftId }, body }) => {
    const address = addressOf(c);
    await limitUse(deps, 'gift', { address });
    const { generation } = await requireGift(deps, giftId, body.key, address);
    const outcome = await takeCopy(sql, giftId, generation, caller, body.showsName);
    if (outcome === 'unknown') throw new AppError('not_found');
    if (outcome === 'claimed') deps.wakeMail();
    deps.log.info({ uid: caller.uid, giftId, outcome }, 'gift claimed');
    return { outcome };
  },
  'GET /api/admin/orders/:id/gifts': ({ sql, params }) => listAdminGifts(sql, params.id),
  /** Sends the gift's email again. Throws `changed_meanwhile` when the gift has no address, or no copy is left. */
  'POST /api/admin/orders/:id/gifts/:giftId/email': async ({ deps, sql, actor, params: { id, giftId } }) => {
    requireDone(await sql.resendGift({ actor, orderId: id, giftId }));
    deps.wakeMail();
    return await listAdminGifts(sql, id);
  },
  'POST /api/admin/orders/:id/gifts/:giftId/closing': async ({ sql, actor, params: { id, giftId } }) => {
    requireDone(await sql.closeGift({ actor, orderId: id, giftId }));
    return await listAdminGifts(sql, id);
  },
});
