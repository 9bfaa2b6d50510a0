import type { AdminGift, ClaimedGift, Gift, OpenedGift, SendGift } from '@site/shared/contracts/gifts.ts';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { isUuid, requireUuid } from '../../platform/require-uuid.ts';
import { isSecretLinkKey } from '../../platform/secret-links.ts';
import * as repository from './gifts.repository.ts';
import { toAdminGift, toGift, toOpenedGift } from './gifts.view.ts';

type GiftDeps = Pick<Deps, 'data' | 'env'>;

/** What a call that answers false or null says: nothing is left to give, or there is no such gift. */
function requireDone(done: boolean | null): void {
  if (done === null) throw new AppError('not_found');
  if (!done) throw new AppError('changed_meanwhile');
}

/** The presents of one order of the caller. Throws `not_found` for an order of another account. */
export async function listGifts({ data, env }: GiftDeps, uid: string, orderId: string): Promise<{ gifts: Gift[] }> {
  const rows = await repository.listGifts(data, uid, requireUuid(orderId));
  if (!rows) throw new AppError('not_found');
  return { gifts: rows.map((row) => toGift(row, env)) };
}

/**
 * Keeps whom a present is for, and sends its letter where there is an address: now, or on a day. Throws `changed_meanwhile` when no copy is
 * left to give, and `invalid_input` for a day that is not within a year and after one letter and three more.
 */
export async function sendGift(
  deps: GiftDeps & Pick<Deps, 'liveSettings' | 'wakeMail'>,
  uid: string,
  orderId: string,
  giftId: string,
  letter: SendGift,
): Promise<{ gifts: Gift[] }> {
  const { timeZone } = await deps.liveSettings.get();
  const sent = await repository.sendGift(deps.data, uid, requireUuid(orderId), requireUuid(giftId), { ...letter, timeZone });
  if (!sent) throw new AppError('not_found');
  if (sent.outcome === 'over') throw new AppError('changed_meanwhile');
  if (sent.outcome === 'bad_day') throw new AppError('invalid_input', { fields: { day: 'invalid' } });
  if (sent.outcome === 'too_often') throw new AppError('invalid_input', { fields: { email: 'too_often' } });
  deps.wakeMail();
  return await listGifts(deps, uid, orderId);
}

/** A new link for a present; those of before open nothing any more. Throws `changed_meanwhile` when no copy is left to give. */
export async function renewGift(deps: GiftDeps, uid: string, orderId: string, giftId: string): Promise<{ gifts: Gift[] }> {
  requireDone(await repository.renewGift(deps.data, uid, requireUuid(orderId), requireUuid(giftId)));
  return await listGifts(deps, uid, orderId);
}

/** A buyer whose own right to the book ended takes a present. Throws `changed_meanwhile` when that cannot be (any more). */
export async function keepGift(deps: GiftDeps, buyer: repository.GiftReader, orderId: string, giftId: string): Promise<{ gifts: Gift[] }> {
  const rows = await repository.listGifts(deps.data, buyer.uid, requireUuid(orderId));
  const gift = rows?.find(({ id }) => id === giftId);
  if (!gift) throw new AppError('not_found');
  const { outcome } = await repository.claimGift(deps.data, gift.id, gift.generation, buyer, false);
  if (outcome !== 'claimed' && outcome !== 'claimed_before') throw new AppError('changed_meanwhile');
  return await listGifts(deps, buyer.uid, orderId);
}

/**
 * The gift that a link opens. Throws `not_found` for a wrong key, an earlier link, and what was returned or closed: it does not tell which;
 * and `too_many_requests` for repeated tries.
 */
async function requireGift({ data, env }: GiftDeps, giftId: string, key: string, address: string): Promise<repository.LinkedGift> {
  const gift = isUuid(giftId) ? await repository.getGift(data, giftId) : null;
  if (gift && isSecretLinkKey(env.LINKS_SECRET, 'gift', giftId, gift.generation, key)) return gift;
  await limitUse({ data, env }, 'gift_try', { address });
  throw new AppError('not_found');
}

/** What is in a gift, for the holder of its link. Nothing is taken by that. */
export const openGift = async (deps: GiftDeps, giftId: string, key: string, address: string): Promise<OpenedGift> =>
  toOpenedGift(await requireGift(deps, giftId, key, address), deps.env);

/** The caller takes a copy of a gift. `showsName`: the buyer of a group's may see who it is. */
export async function claimGift(
  deps: GiftDeps & Pick<Deps, 'wakeMail'>,
  reader: repository.GiftReader,
  { giftId, key, showsName, address }: { giftId: string; key: string; showsName: boolean; address: string },
): Promise<ClaimedGift> {
  const { generation } = await requireGift(deps, giftId, key, address);
  const { outcome } = await repository.claimGift(deps.data, giftId, generation, reader, showsName);
  if (outcome === 'unknown') throw new AppError('not_found');
  if (outcome === 'claimed') deps.wakeMail();
  return { outcome };
}

/** The presents of an order, for an admin. Throws `not_found`. */
export async function listAdminGifts({ data }: Pick<Deps, 'data'>, orderId: string): Promise<{ gifts: AdminGift[] }> {
  const rows = await repository.listGifts(data, null, requireUuid(orderId));
  if (!rows) throw new AppError('not_found');
  return { gifts: rows.map(toAdminGift) };
}

/** Sends the letter of a present once more. Throws `changed_meanwhile` where there is no address, or no copy is left. */
export async function resendGift(
  deps: Pick<Deps, 'data' | 'wakeMail'>,
  actor: Actor,
  orderId: string,
  giftId: string,
): Promise<{ gifts: AdminGift[] }> {
  requireDone(await repository.resendGift(deps.data, actor, requireUuid(orderId), requireUuid(giftId)));
  deps.wakeMail();
  return await listAdminGifts(deps, orderId);
}

/** Closes a present: no copy can be taken any more; readers who have one keep it. */
export async function closeGift(deps: Pick<Deps, 'data'>, actor: Actor, orderId: string, giftId: string): Promise<{ gifts: AdminGift[] }> {
  requireDone(await repository.closeGift(deps.data, actor, requireUuid(orderId), requireUuid(giftId)));
  return await listAdminGifts(deps, orderId);
}
