import type { SendGift } from '@site/shared/contracts/gifts.ts';
import type { ApiAnswer } from '@site/shared/site/site.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../signed-in/api.ts';
import { useReaderUid } from '../../../../signed-in/reader-uid.ts';

const giftsKey = (uid: string | null, orderId: string) => ['my-gifts', uid, orderId] as const;

/** The presents of an order of the reader. */
export function useGifts(orderId: string) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: giftsKey(uid, orderId),
    enabled: uid !== null,
    queryFn: ({ signal }) => api('GET /api/me/orders/:id/gifts', { params: { id: orderId }, signal }),
  });
}

/** Each change answers with all presents as they are now; a refusal means that they are not as the page shows them. */
function useGiftChange<Input>(orderId: string, change: (input: Input) => Promise<ApiAnswer<'GET /api/me/orders/:id/gifts'>>) {
  const uid = useReaderUid();
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (gifts) => client.setQueryData(giftsKey(uid, orderId), gifts),
    onError: () => client.invalidateQueries({ queryKey: giftsKey(uid, orderId) }),
  });
}

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
