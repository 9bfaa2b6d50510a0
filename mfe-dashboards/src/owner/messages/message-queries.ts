import type { AdminMessage, AdminMessageList, MessageState } from '@site/shared/contracts/admin-messages.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';
import { useOwnQuery } from '../../signed-in/own-query.ts';

export const MESSAGES = 'messages';
export const PERSON = 'person';

/** Reads anew what shows messages: their list, and the page of their sender. */
export function useFreshMessages() {
  const client = useQueryClient();
  return () => Promise.all([MESSAGES, PERSON].map((name) => client.invalidateQueries({ queryKey: [name] })));
}

/** After a change, and when another admin made one before, messages are read anew; what caused it may be gone by then. */
function useMessageChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const readAnew = useFreshMessages();
  return useMutation({ mutationFn: change, onSettled: () => void readAnew() });
}

/** Marks a message as answered, closed, spam, or new again. */
export const useMarkMessage = ({ id, state: previousState }: AdminMessage) =>
  useMessageChange((state: MessageState) => api('PUT /api/admin/messages/:id/state', { params: { id }, body: { state, previousState } }));

/** Says who sees to a message; null: no one. */
export const useAssignMessage = ({ id, assignee }: AdminMessage) =>
  useMessageChange((uid: string | null) =>
    api('PUT /api/admin/messages/:id/assignee', { params: { id }, body: { uid, previousUid: assignee?.uid ?? null } }),
  );

/** Those of the team who can see to messages. */
export const useAssignees = () => useOwnQuery(['message-assignees'], (signal) => api('GET /api/admin/message-assignees', { signal }));

/** Marks many messages as spam. */
export const useMarkSpam = () =>
  useMessageChange((ids: readonly string[]) => api('POST /api/admin/messages/spam', { body: { ids: [...ids] } }));

export type Reply = { readonly attemptId: string; readonly body: string; readonly lastReplyId: string | null };

/**
 * Answers a message by mail. It stays in its place in the list, where the reply can be taken back, also where an answered one is not listed:
 * the list is read anew when that is over (see `UndoReply`).
 */
export function useReply({ id }: AdminMessage) {
  const client = useQueryClient();
  const readAnew = useFreshMessages();
  return useMutation({
    mutationFn: (body: Reply) => api('POST /api/admin/messages/:id/replies', { params: { id }, body }),
    onSuccess: (answered) => {
      client.setQueriesData<AdminMessageList>(
        { queryKey: [MESSAGES] },
        (page) => page && { ...page, messages: page.messages.map((message) => (message.id === id ? answered : message)) },
      );
      void client.invalidateQueries({ queryKey: [PERSON] });
    },
    onError: () => void readAnew(),
  });
}

/** Takes a reply back that has not left yet. */
export const useUndoReply = ({ id }: AdminMessage) =>
  useMessageChange((replyId: string) => api('DELETE /api/admin/messages/:id/replies/:replyId', { params: { id, replyId } }));

/** Removes a message with its replies. */
export const useDeleteMessage = ({ id }: AdminMessage) =>
  useMessageChange<void, null>(() => api('DELETE /api/admin/messages/:id', { params: { id } }));

/** What replies can begin with. */
export const useSavedAnswers = () => useOwnQuery(['saved-answers'], (signal) => api('GET /api/admin/saved-answers', { signal }));
