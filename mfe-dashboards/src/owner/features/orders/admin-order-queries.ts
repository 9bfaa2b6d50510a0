import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import type { ReceiptBuyer } from '@site/shared/contracts/receipts.ts';
import type { Minor, Money } from '@site/shared/money/money.ts';
import { api } from '../../../signed-in/api.ts';
import { useOwnChange, useOwnQuery } from '../../../signed-in/own-query.ts';

export const useAdminOrder = (id: string) =>
  useOwnQuery(['admin-order', id], (signal) => api('GET /api/admin/orders/:id', { params: { id }, signal }));

/** Makes a call that returns the order in its new state. */
const useOrderChange = <Input>(id: string, change: (input: Input) => Promise<AdminOrder>) =>
  useOwnChange(['admin-order', id], change, ['admin-orders', 'admin-gifts', 'stats']);

export const useResendEmail = (id: string) => useOrderChange<void>(id, () => api('POST /api/admin/orders/:id/email', { params: { id } }));

/** Sends a new link that opens the order without an account. Previous links stop working. */
export const useRenewLink = (id: string) => useOrderChange<void>(id, () => api('POST /api/admin/orders/:id/link', { params: { id } }));

/** Moves the order to the email address that the buyer meant. */
export const useCorrectEmail = (id: string) =>
  useOrderChange(id, (body: { email: string; previousEmail: string }) =>
    api('PUT /api/admin/orders/:id/buyer-email', { params: { id }, body }),
  );

export type Refund = {
  /** Idempotency key: one id refunds only once. */
  readonly attemptId: string;
  readonly items: { ebookId: string; quantity: number }[] | null;
  readonly amount: Money;
  /** Whether redeemed gifts may be revoked. */
  readonly takesClaimed: boolean;
  /** The refundable amount that the admin saw. Without it, the refund is all that the items allow. */
  readonly left?: Minor;
  readonly keepsAccess?: boolean;
  /** The admin's text to the buyer. */
  readonly reason?: string;
  /** The proof that the admin sent the money by hand. */
  readonly evidence?: string;
};

/** Declines the buyer's request. `note` is emailed to the buyer. */
export const useDeclineRefund = (id: string) =>
  useOrderChange(id, (body: { note: string }) => api('POST /api/admin/orders/:id/refund-refusal', { params: { id }, body }));

/** Replaces the order's receipt by one with other buyer details. */
export const useReplaceReceipt = (id: string, number: number) =>
  useOrderChange(id, (buyer: ReceiptBuyer) => api('POST /api/admin/orders/:id/receipts', { params: { id }, body: { ...buyer, number } }));

export const useRefund = (id: string) =>
  useOrderChange(id, (body: Refund) => api('POST /api/admin/orders/:id/refunds', { params: { id }, body }));
