import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../signed-in/api.ts';
import { useReaderUid } from '../signed-in/reader-uid.ts';

/** The first part of the lists' keys. */
export const LISTS = 'admin-letters';

export const letterKey = (uid: string | null, id: string) => ['admin-letter', uid, id] as const;

/** Begins a letter about a text, or goes on with the one that waits. */
export function useBeginLetter() {
  const uid = useReaderUid();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (postId: string) => api('POST /api/admin/letters', { body: { postId } }),
    onSuccess: (letter) => {
      client.setQueryData(letterKey(uid, letter.id), letter);
      void client.invalidateQueries({ queryKey: [LISTS] });
    },
  });
}

/** The letters of a text, the newest first. */
export function usePostLetters(postId: string) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: [LISTS, uid, 'post', postId],
    enabled: uid !== null,
    queryFn: ({ signal }) => api('GET /api/admin/letters', { query: { post: postId }, signal }),
  });
}
