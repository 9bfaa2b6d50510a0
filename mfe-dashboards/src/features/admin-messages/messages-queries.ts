import { type AdminMessage, MESSAGE_STATES, type MessageState } from '@site/shared/contracts/admin-messages.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListAddress } from '../../admin/list-address.ts';
import { api } from '../../signed-in/api.ts';
import { useReaderUid } from '../../signed-in/reader-uid.ts';

const MESSAGES = 'messages';

/** What the address asks for. */
export const messageFilters = (list: ListAddress) => ({
  q: list.value('q') || undefined,
  state: MESSAGE_STATES.find((state) => state === list.value('state')),
});
type MessageFilters = ReturnType<typeof messageFilters>;

/** One page of messages. The page before stays until the next one is here. */
export function useMessages(filters: MessageFilters, page: ListAddress['page']) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: [MESSAGES, uid, filters, page],
    enabled: uid !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api('GET /api/admin/messages', { query: { ...filters, ...page }, signal }),
  });
}

/** Marks a message as answered, as spam, or as new again. Then, and when another admin did so before, the list is read anew. */
export function useMarkMessage({ id, state: previousState }: AdminMessage) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (state: MessageState) => api('PUT /api/admin/messages/:id/state', { params: { id }, body: { state, previousState } }),
    onSettled: () => client.invalidateQueries({ queryKey: [MESSAGES] }),
  });
}
