import type { AdminPerson, PersonSource } from '@site/shared/contracts/admin-people.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useOwnChange, useOwnQuery } from '../../../signed-in/own-query.ts';
import { PERSON } from '../../messages/message-queries.ts';

/** Loads the id of the person behind an order, message, subscriber or user. */
export const usePersonBehind = (kind: PersonSource | undefined, id: string) =>
  useOwnQuery(
    ['person-behind', kind, id],
    (signal) => api('POST /api/admin/people', { body: { kind: kind as PersonSource, id }, signal }),
    { isAsked: kind !== undefined },
  );

export const usePerson = (id: string) =>
  useOwnQuery([PERSON, id], (signal) => api('GET /api/admin/people/:id', { params: { id }, signal }));

/** Makes a call that returns the person in their new state. */
const usePersonChange = <Input>(id: string, change: (input: Input) => Promise<AdminPerson>) => useOwnChange([PERSON, id], change);

export const useNotePerson = (id: string) =>
  usePersonChange(id, (body: { note: string; previousNote: string }) => api('PUT /api/admin/people/:id/note', { params: { id }, body }));

export type Gift = { readonly attemptId: string; readonly uid: string; readonly ebookId: string; readonly reason: string };

export const useGiveBook = (id: string) =>
  usePersonChange(id, (body: Gift) => api('POST /api/admin/people/:id/gifts', { params: { id }, body }));

export const useTakeBackBook = (id: string, orderId: string) =>
  usePersonChange<void>(id, () => api('DELETE /api/admin/people/:id/gifts/:orderId', { params: { id, orderId } }));

export const useTakeBackImportedBook = (id: string, purchaseId: string) =>
  usePersonChange<void>(id, () => api('DELETE /api/admin/people/:id/imported-books/:purchaseId', { params: { id, purchaseId } }));

/** Removes the person, and reloads the lists that showed them. */
export function useDeletePerson(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => api('DELETE /api/admin/people/:id', { params: { id }, body: { email } }),
    onSuccess: () => client.invalidateQueries(),
  });
}

/** Loads the books that can be given, by part of their title; the first page only. */
export const useBooksToGive = (q: string, isAsked: boolean) =>
  useOwnQuery(['books-to-give', q], (signal) => api('GET /api/admin/ebooks', { query: { q }, signal }), { isAsked });
