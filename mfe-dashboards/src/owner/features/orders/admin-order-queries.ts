import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import type { ReceiptBuyer } from '@site/shared/contracts/receipts.ts';
import type { Minor, Money } from '@site/shared/money/money.ts';
import { api } from '../../../signed-in/api.ts';
import { useOwnChange, useOwnQuery } from '../../../signed-in/own-query.ts';

/** One order with everything that is known of it. */
export const useAdminOrder = (id: string) =>
  useOwnQuery(['admin-order', id], (signal) => api('GET /api/admin/orders/:id', { params: { id }, signal }));

/** Makes a call that answers the order as it is now. */
const useOrderChange = <Input>(id: string, change: (input: Input) => Promise<AdminOrder>) =>
  useOwnChange(['admin-order', id], change, ['admin-orders', 'admin-gifts', 'stats']);

/** Sends the mail with the books once more. */
export const useResendEmail = (id: string) => useOrderChange<void>(id, () => api('POST /api/admin/orders/:id/email', { params: { id } }));

/** Sends a link that opens an order without an account, and ends those of before. */
export const useRenewLink = (id: string) => useOrderChange<void>(id, () => api('POST /api/admin/orders/:id/link', { params: { id } }));

/** Moves the order to the address that the buyer meant. */
export const useCorrectEmail = (id: string) =>
  useOrderChange(id, (body: { email: string; previousEmail: string }) =>
    api('PUT /api/admin/orders/:id/buyer-email', { params: { id }, body }),
  );

export type Refund = {
  /** The same one never gives money back twice. */
  readonly attemptId: string;
  readonly items: { ebookId: string; quantity: number }[] | null;
  readonly amount: Money;
  /** Presents may be taken from their readers. */
  readonly takesClaimed: boolean;
  /** What could go back as the admin saw it; without it the amount is all that the items give back. */
  readonly left?: Minor;
  readonly keepsAccess?: boolean;
  /** Words to the buyer. */
  readonly reason?: string;
  /** By what it can be proved that the admin sent it by hand. */
  readonly evidence?: string;
};

/** Says no to the buyer's request; `note` is mailed to them. */
export const useDeclineRefund = (id: string) =>
  useOrderChange(id, (body: { note: string }) => api('POST /api/admin/orders/:id/refund-refusal', { params: { id }, body }));

/** Puts a receipt with another buyer in the place of the one that was seen. */
export const useReplaceReceipt = (id: string, number: number) =>
  useOrderChange(id, (buyer: ReceiptBuyer) => api('POST /api/admin/orders/:id/receipts', { params: { id }, body: { ...buyer, number } }));

/** Gives money back. */
export const useRefund = (id: string) =>
  useOrderChange(id, (body: Refund) => api('POST /api/admin/orders/:id/refunds', { params: { id }, body }));
