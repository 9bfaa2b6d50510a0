import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../signed-in/api.ts';
import { useReaderUid } from '../../../../signed-in/reader-uid.ts';

const giftsKey = (uid: string | null, orderId: string) => ['admin-gifts', uid, orderId] as const;

/** The presents of an order. */
export function useAdminGifts(orderId: string) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: giftsKey(uid, orderId),
    enabled: uid !== null,
    queryFn: ({ signal }) => api('GET /api/admin/orders/:id/gifts', { params: { id: orderId }, signal }),
  });
}

/** Sends the letter of a present again, or closes its link. Either stands in the order's changes. */
export function useGiftChange(orderId: string, giftId: string, change: 'email' | 'closing') {
  const uid = useReaderUid();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      change === 'email'
        ? api('POST /api/admin/orders/:id/gifts/:giftId/email', { params: { id: orderId, giftId } })
        : api('POST /api/admin/orders/:id/gifts/:giftId/closing', { params: { id: orderId, giftId } }),
    onSuccess: (gifts) => client.setQueryData(giftsKey(uid, orderId), gifts),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: giftsKey(uid, orderId) }),
        client.invalidateQueries({ queryKey: ['admin-order'] }),
      ]),
  });
}
