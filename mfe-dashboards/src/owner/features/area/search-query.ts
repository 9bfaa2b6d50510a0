import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';

/** Orders, users, eBooks, messages and episodes that have the words. An older question is given up when a newer one is asked. */
export function useAdminSearch(q: string) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['admin-search', uid, q],
    enabled: uid !== null && q !== '',
    // What is there stays while one types on.
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api('GET /api/admin/search', { query: { q }, signal }),
  });
}
