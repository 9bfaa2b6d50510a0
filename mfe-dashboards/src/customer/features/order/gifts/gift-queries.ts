import type { SendGift } from '@site/shared/contracts/gifts.ts';
import type { ApiAnswer } from '@site/shared/site/site.ts';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../signed-in/api.ts';
import { useOwnChange, useOwnQuery } from '../../../../signed-in/own-query.ts';

/** The presents of an order of the reader. */
export const useGifts = (orderId: string) =>
  useOwnQuery(['my-gifts', orderId], (signal) => api('GET /api/me/orders/:id/gifts', { params: { id: orderId }, signal }));

/** Makes a call that answers all presents of the order as they are now. */
const useGiftChange = <Input>(orderId: string, change: (input: Input) => Promise<ApiAnswer<'GET /api/me/orders/:id/gifts'>>) =>
  useOwnChange(['my-gifts', orderId], change);

export type GiftLetter = Omit<SendGift, 'day'> & { readonly day: string | null };

/** Keeps the person a present is for, and sends it where there is an address. */
export const useSendGift = (orderId: string, giftId: string) =>
  useGiftChange(orderId, (body: GiftLetter) => api('PUT /api/me/orders/:id/gifts/:giftId', { params: { id: orderId, giftId }, body }));

/** Makes a new link; the one of before opens nothing any more. */
export const useRenewGift = (orderId: string, giftId: string) =>
  useGiftChange<void>(orderId, () => api('POST /api/me/orders/:id/gifts/:giftId/link', { params: { id: orderId, giftId } }));

/** Takes the present for the buyer. */
export function useKeepGift(orderId: string, giftId: string) {
  const client = useQueryClient();
  const keep = useGiftChange<void>(orderId, () => api('POST /api/me/orders/:id/gifts/:giftId/own', { params: { id: orderId, giftId } }));
  return { ...keep, mutate: () => keep.mutate(undefined, { onSuccess: () => void client.invalidateQueries({ queryKey: ['my-order'] }) }) };
}
