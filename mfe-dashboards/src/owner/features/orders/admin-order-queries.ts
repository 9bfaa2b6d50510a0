import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import type { ReceiptBuyer } from '@site/shared/contracts/receipts.ts';
import type { Minor, Money } from '@site/shared/money/money.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';

const orderKey = (uid: string | null, id: string) => ['admin-order', uid, id] as const;

/** One order with everything that is known of it. */
export function useAdminOrder(id: string) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: orderKey(uid, id),
    enabled: uid !== null,
    queryFn: ({ signal }) => api('GET /api/admin/orders/:id', { params: { id }, signal }),
  });
}

/** What is done about an order answers with the order as it is now; a refusal means that it is not as the page shows it. */
function useOrderChange<Input>(id: string, change: (input: Input) => Promise<AdminOrder>) {
  const uid = useReaderUid();
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (order) => client.setQueryData(orderKey(uid, id), order),
    onError: () => client.invalidateQueries({ queryKey: orderKey(uid, id) }),
    onSettled: () =>
      Promise.all(['admin-orders', 'admin-gifts', 'stats'].map((changed) => client.invalidateQueries({ queryKey: [changed] }))),
  });
}

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
export const useReplaceReceipt = (id: string) =>
  useOrderChange(id, (body: ReceiptBuyer & { number: number }) => api('POST /api/admin/orders/:id/receipts', { params: { id }, body }));

/** Gives money back. */
export const useRefund = (id: string) =>
  useOrderChange(id, (body: Refund) => api('POST /api/admin/orders/:id/refunds', { params: { id }, body }));
