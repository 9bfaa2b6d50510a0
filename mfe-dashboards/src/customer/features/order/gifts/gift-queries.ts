import type { SendGift } from '@site/shared/contracts/gifts.ts';
import type { ApiAnswer } from '@site/shared/site/site.ts';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../signed-in/api.ts';
import { useOwnChange, useOwnQuery } from '../../../../signed-in/own-query.ts';

/** Loads the gifts of one of the reader's orders. */
export const useGifts = (orderId: string) =>
  useOwnQuery(['my-gifts', orderId], (signal) => api('GET /api/me/orders/:id/gifts', { params: { id: orderId }, signal }));

/** Makes a call that returns all gifts of the order in their new state. */
const useGiftChange = <Input>(orderId: string, change: (input: Input) => Promise<ApiAnswer<'GET /api/me/orders/:id/gifts'>>) =>
  useOwnChange(['my-gifts', orderId], change);

export type GiftEmail = Omit<SendGift, 'day'> & { readonly day: string | null };

/** Saves the recipient of a gift, and sends the gift if there is an email address. */
export const useSendGift = (orderId: string, giftId: string) =>
  useGiftChange(orderId, (body: GiftEmail) => api('PUT /api/me/orders/:id/gifts/:giftId', { params: { id: orderId, giftId }, body }));

/** Creates a new gift link. The previous link stops working. */
export const useRenewGift = (orderId: string, giftId: string) =>
  useGiftChange<void>(orderId, () => api('POST /api/me/orders/:id/gifts/:giftId/link', { params: { id: orderId, giftId } }));

/** Redeems the gift for the buyer. */
export function useKeepGift(orderId: string, giftId: string) {
  const client = useQueryClient();
  const keep = useGiftChange<void>(orderId, () => api('POST /api/me/orders/:id/gifts/:giftId/own', { params: { id: orderId, giftId } }));
  return { ...keep, mutate: () => keep.mutate(undefined, { onSuccess: () => void client.invalidateQueries({ queryKey: ['my-order'] }) }) };
}
