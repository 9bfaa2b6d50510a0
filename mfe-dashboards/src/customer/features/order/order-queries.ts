import type { ReceiptBuyer } from '@site/shared/contracts/receipts.ts';
import { cartStore, useLocation } from '@site/shared/site/site.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { libraryKey } from '../../../library/library-queries.ts';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';

const orderKey = (uid: string | null, id: string) => ['my-order', uid, id] as const;

/** The page of an unpaid Pix order polls the API, so that the page soon shows the payment. */
const ASK_EVERY_MS = 5_000;

/** Loads one of the reader's orders with its events. */
export function useOrder(id: string) {
  const uid = useReaderUid();
  const client = useQueryClient();
  const { hash } = useLocation();
  const asked = useRef(hash);
  // The key is part of the query, because a newer link of the same order has another key but opens the same page.
  useEffect(() => {
    if (asked.current !== hash) void client.invalidateQueries({ queryKey: orderKey(uid, id) });
    asked.current = hash;
  }, [hash, client, uid, id]);
  const query = useQuery({
    queryKey: orderKey(uid, id),
    enabled: uid !== null,
    queryFn: ({ signal }) => api('GET /api/me/orders/:id', { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => data?.state === 'waiting' && data.toPay?.with === 'pix' && ASK_EVERY_MS,
  });
  const access = query.data?.items.map((item) => item.access).join();
  const known = useRef(access);
  // The library may have been cached before the order's books changed.
  useEffect(() => {
    if (known.current !== undefined && known.current !== access) void client.invalidateQueries({ queryKey: libraryKey(uid) });
    known.current = access;
  }, [access, client, uid]);
  return query;
}

/** Reloads the order after each change. A refused change means that the page shows an outdated order, so it reloads the order too. */
function useOrderChange<Input>(id: string, change: (input: Input) => Promise<unknown>) {
  const uid = useReaderUid();
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: orderKey(uid, id) }) });
}

export const useResendEmail = (id: string) => useOrderChange<void>(id, () => api('POST /api/me/orders/:id/email', { params: { id } }));

/** Cancels the boleto or Pix. */
export const useCancelPayment = (id: string) => useOrderChange<void>(id, () => api('POST /api/me/orders/:id/cancel', { params: { id } }));

/** Receives the books of a free order, and removes them from the cart. */
export function useReceiveBooks(id: string) {
  const uid = useReaderUid();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api('POST /api/me/orders/:id/receive', { params: { id } }),
    onSuccess: ({ items }) => {
      const { lines, restore } = cartStore.getState();
      restore(lines.filter((line) => !items.some(({ ebookId }) => ebookId === line.id)));
    },
    onSettled: () => client.invalidateQueries({ queryKey: orderKey(uid, id) }),
  });
}

export const useReceiptBuyer = (id: string) =>
  useOrderChange(id, (body: ReceiptBuyer) => api('PUT /api/me/orders/:id/receipt-buyer', { params: { id }, body }));

/** Requests a refund, with the buyer's reason. */
export const useRefundRequest = (id: string) =>
  useOrderChange(id, (reason: string) => api('POST /api/me/orders/:id/refund-request', { params: { id }, body: { reason } }));
