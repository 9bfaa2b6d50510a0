import type { AdminEbook, AdminEbookList } from '@site/shared/contracts/admin-ebooks.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { type RecordKind, recordKey } from '../../common/records.ts';

export const LISTS = 'admin-ebooks';

export const ebookRecords: RecordKind = { name: 'ebook', lists: [LISTS] };

const SAMPLE_WAIT_MS = 2_000;

/** Loads the current version of a book. It is reloaded when the window gets the focus, since other admins may save. */
export function useAdminEbook(id: string) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: recordKey(ebookRecords, uid, id),
    staleTime: 0,
    // The sample is generated in the background, mostly within a second.
    refetchInterval: ({ state }: { state: { data: AdminEbook | undefined } }) =>
      state.data?.sampling?.state === 'waiting' && SAMPLE_WAIT_MS,
    enabled: uid !== null,
    queryFn: ({ signal }) => api('GET /api/admin/ebooks/:id', { params: { id }, signal }),
  });
}

/** Loads the previous versions of a book's PDF. They are reloaded when the book gets another file. */
export function useEbookVersions({ id, fileVersion }: AdminEbook) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['admin-ebook-versions', uid, id, fileVersion],
    staleTime: 0,
    enabled: uid !== null && fileVersion > 1,
    queryFn: ({ signal }) => api('GET /api/admin/ebooks/:id/versions', { params: { id }, signal }),
  });
}

const isList = (data: unknown): data is AdminEbookList => typeof data === 'object' && data !== null && 'ebooks' in data;

/** Removes a book from the shop. The list updates at once, and reverts if the call fails. */
export function useDeleteEbook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AdminEbook) => api('DELETE /api/admin/ebooks/:id', { params: { id } }),
    onMutate: async ({ id, isOwned }) => {
      await client.cancelQueries({ queryKey: [LISTS] });
      const before = client.getQueriesData({ queryKey: [LISTS] });
      client.setQueriesData({ queryKey: [LISTS] }, (list: unknown) =>
        isList(list)
          ? {
              ...list,
              ebooks: isOwned
                ? list.ebooks.map((ebook) => (ebook.id === id ? { ...ebook, state: 'archived' } : ebook))
                : list.ebooks.filter((ebook) => ebook.id !== id),
            }
          : list,
      );
      return before;
    },
    onError: (_error, _ebook, before) => {
      for (const [key, data] of before ?? []) client.setQueryData(key, data);
    },
    onSuccess: (_answer, { id }) => client.removeQueries({ queryKey: ['admin-ebook'], predicate: ({ queryKey }) => queryKey.includes(id) }),
    onSettled: () => client.invalidateQueries({ queryKey: [LISTS] }),
  });
}
