import type { AdminPerson, PersonSource } from '@site/shared/contracts/admin-people.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { PERSON } from '../../messages/message-queries.ts';

const personKey = (uid: string | null, id: string) => [PERSON, uid, id] as const;

/** Under which id the person behind something has a page. */
export function usePersonBehind(kind: PersonSource | undefined, id: string) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['person-behind', uid, kind, id],
    enabled: uid !== null && kind !== undefined,
    queryFn: ({ signal }) => api('POST /api/admin/people', { body: { kind: kind as PersonSource, id }, signal }),
  });
}

/** One person with everything that came with their address. */
export function usePerson(id: string) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: personKey(uid, id),
    enabled: uid !== null,
    queryFn: ({ signal }) => api('GET /api/admin/people/:id', { params: { id }, signal }),
  });
}

/** What is done about a person answers with the person as they are now; a refusal means that they are not as the page shows them. */
function usePersonChange<Input>(id: string, change: (input: Input) => Promise<AdminPerson>) {
  const uid = useReaderUid();
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (person) => client.setQueryData(personKey(uid, id), person),
    onError: () => client.invalidateQueries({ queryKey: personKey(uid, id) }),
  });
}

export const useNotePerson = (id: string) =>
  usePersonChange(id, (body: { note: string; previousNote: string }) => api('PUT /api/admin/people/:id/note', { params: { id }, body }));

export type Gift = { readonly attemptId: string; readonly uid: string; readonly ebookId: string; readonly reason: string };

export const useGiveBook = (id: string) =>
  usePersonChange(id, (body: Gift) => api('POST /api/admin/people/:id/gifts', { params: { id }, body }));

export const useTakeBackBook = (id: string) =>
  usePersonChange(id, (orderId: string) => api('DELETE /api/admin/people/:id/gifts/:orderId', { params: { id, orderId } }));

export const useTakeBackImportedBook = (id: string) =>
  usePersonChange(id, (purchaseId: string) =>
    api('DELETE /api/admin/people/:id/imported-books/:purchaseId', { params: { id, purchaseId } }),
  );

/** Removes the person. What lists showed of them is gone too. */
export function useDeletePerson(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => api('DELETE /api/admin/people/:id', { params: { id }, body: { email } }),
    onSuccess: () => client.invalidateQueries(),
  });
}

/** Books that can be given, by part of their title; the first page of them. */
export function useBooksToGive(q: string) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['books-to-give', uid, q],
    enabled: uid !== null,
    queryFn: ({ signal }) => api('GET /api/admin/ebooks', { query: { q }, signal }),
  });
}
