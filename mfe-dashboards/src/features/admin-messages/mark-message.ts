import type { AdminMessage, MessageState } from '@site/shared/contracts/admin-messages.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';

export const MESSAGES = 'messages';

/** Marks a message as answered, as spam, or as new again. Then, and when another admin did so before, the list is read anew. */
export function useMarkMessage({ id, state: previousState }: AdminMessage) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (state: MessageState) => api('PUT /api/admin/messages/:id/state', { params: { id }, body: { state, previousState } }),
    onSettled: () => client.invalidateQueries({ queryKey: [MESSAGES] }),
  });
}
