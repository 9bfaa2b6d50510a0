import type { ReceiptBuyer } from '@site/shared/contracts/receipts.ts';
import { cartStore, useLocation } from '@site/shared/site/site.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { libraryKey } from '../../../library/library-queries.ts';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';

const orderKey = (uid: string | null, id: string) => ['my-order', uid, id] as const;

/** While a Pix can be paid, its page learns soon that it was. */
const ASK_EVERY_MS = 5_000;

/** One order of the reader, with all that happened to it. */
export function useOrder(id: string) {
  const uid = useReaderUid();
  const client = useQueryClient();
  const { hash } = useLocation();
  const asked = useRef(hash);
  // A newer link of the order that is pasted over an older one has another key, and is the same page.
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
  // The library was asked while the order gave other books.
  useEffect(() => {
    if (known.current !== undefined && known.current !== access) void client.invalidateQueries({ queryKey: libraryKey(uid) });
    known.current = access;
  }, [access, client, uid]);
  return query;
}

/** Reads the order again after what was done about it, also when it was refused: then it is not as the page shows it. */
function useOrderChange<Input>(id: string, change: (input: Input) => Promise<unknown>) {
  const uid = useReaderUid();
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: orderKey(uid, id) }) });
}

/** Sends the mail with the books once more. */
export const useResendEmail = (id: string) => useOrderChange<void>(id, () => api('POST /api/me/orders/:id/email', { params: { id } }));

/** Gives the boleto or Pix up. */
export const useCancelPayment = (id: string) => useOrderChange<void>(id, () => api('POST /api/me/orders/:id/cancel', { params: { id } }));

/** Takes the books of an order that costs nothing, here and out of the cart. */
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

/** Changes who stands on the receipt. */
export const useReceiptBuyer = (id: string) =>
  useOrderChange(id, (body: ReceiptBuyer) => api('PUT /api/me/orders/:id/receipt-buyer', { params: { id }, body }));

/** Asks for the money back, with the buyer's own words. */
export const useRefundRequest = (id: string) =>
  useOrderChange(id, (reason: string) => api('POST /api/me/orders/:id/refund-request', { params: { id }, body: { reason } }));
