import type { AdminMessage, AdminMessageList, MessageState } from '@site/shared/contracts/admin-messages.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';
import { useOwnQuery } from '../../signed-in/own-query.ts';

export const MESSAGES = 'messages';
export const PERSON = 'person';

/** Reloads all views of messages: the list, and the page of the sender. */
export function useFreshMessages() {
  const client = useQueryClient();
  return () => Promise.all([MESSAGES, PERSON].map((name) => client.invalidateQueries({ queryKey: [name] })));
}

/**
 * Reloads messages after a change, and after a refusal because another admin changed them. Works even if the component that made the call
 * is unmounted.
 */
function useMessageChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const reloadMessages = useFreshMessages();
  return useMutation({ mutationFn: change, onSettled: () => void reloadMessages() });
}

/** Marks a message as answered, closed, spam, or new again. */
export const useMarkMessage = ({ id, state: previousState }: AdminMessage) =>
  useMessageChange((state: MessageState) => api('PUT /api/admin/messages/:id/state', { params: { id }, body: { state, previousState } }));

/** Assigns a message to a member; null removes the assignee. */
export const useAssignMessage = ({ id, assignee }: AdminMessage) =>
  useMessageChange((uid: string | null) =>
    api('PUT /api/admin/messages/:id/assignee', { params: { id }, body: { uid, previousUid: assignee?.uid ?? null } }),
  );

/** Loads the members who can be assigned to messages. */
export const useAssignees = () => useOwnQuery(['message-assignees'], (signal) => api('GET /api/admin/message-assignees', { signal }));

/** Marks many messages as spam. */
export const useMarkSpam = () =>
  useMessageChange((ids: readonly string[]) => api('POST /api/admin/messages/spam', { body: { ids: [...ids] } }));

export type Reply = { readonly attemptId: string; readonly body: string; readonly lastReplyId: string | null };

/**
 * Replies to a message by email. The message keeps its place in the list, where the reply can be cancelled, even if the list excludes
 * answered messages. The list is reloaded once cancelling is no longer possible (see `UndoReply`).
 */
export function useReply({ id }: AdminMessage) {
  const client = useQueryClient();
  const reloadMessages = useFreshMessages();
  return useMutation({
    mutationFn: (body: Reply) => api('POST /api/admin/messages/:id/replies', { params: { id }, body }),
    onSuccess: (answered) => {
      client.setQueriesData<AdminMessageList>(
        { queryKey: [MESSAGES] },
        (page) => page && { ...page, messages: page.messages.map((message) => (message.id === id ? answered : message)) },
      );
      void client.invalidateQueries({ queryKey: [PERSON] });
    },
    onError: () => void reloadMessages(),
  });
}

/** Cancels a reply that was not sent yet. */
export const useUndoReply = ({ id }: AdminMessage) =>
  useMessageChange((replyId: string) => api('DELETE /api/admin/messages/:id/replies/:replyId', { params: { id, replyId } }));

export const useDeleteMessage = ({ id }: AdminMessage) =>
  useMessageChange<void, null>(() => api('DELETE /api/admin/messages/:id', { params: { id } }));

/** Loads the saved answers that a reply can begin with. */
export const useSavedAnswers = () => useOwnQuery(['saved-answers'], (signal) => api('GET /api/admin/saved-answers', { signal }));
