import type { ApiAnswer } from '@site/shared/site/site.ts';
import { api } from '../../../../signed-in/api.ts';
import { useOwnChange, useOwnQuery } from '../../../../signed-in/own-query.ts';

/** The presents of an order. */
export const useAdminGifts = (orderId: string) =>
  useOwnQuery(['admin-gifts', orderId], (signal) => api('GET /api/admin/orders/:id/gifts', { params: { id: orderId }, signal }));

/** Sends the letter of a present again, or closes its link. Either stands in the order's changes. */
export const useGiftChange = (orderId: string, giftId: string, change: 'email' | 'closing') =>
  useOwnChange<void, ApiAnswer<'GET /api/admin/orders/:id/gifts'>>(
    ['admin-gifts', orderId],
    () => api(`POST /api/admin/orders/:id/gifts/:giftId/${change}`, { params: { id: orderId, giftId } }),
    ['admin-gifts', 'admin-order'],
  );
