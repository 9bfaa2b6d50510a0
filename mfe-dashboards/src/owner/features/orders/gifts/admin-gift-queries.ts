import type { ApiAnswer } from '@site/shared/site/site.ts';
import { api } from '../../../../signed-in/api.ts';
import { useOwnChange, useOwnQuery } from '../../../../signed-in/own-query.ts';

export const useAdminGifts = (orderId: string) =>
  useOwnQuery(['admin-gifts', orderId], (signal) => api('GET /api/admin/orders/:id/gifts', { params: { id: orderId }, signal }));

/** Sends a gift email again, or closes its link. Both are recorded in the order's audit log. */
export const useGiftChange = (orderId: string, giftId: string, change: 'email' | 'closing') =>
  useOwnChange<void, ApiAnswer<'GET /api/admin/orders/:id/gifts'>>(
    ['admin-gifts', orderId],
    () => api(`POST /api/admin/orders/:id/gifts/:giftId/${change}`, { params: { id: orderId, giftId } }),
    ['admin-gifts', 'admin-order'],
  );
