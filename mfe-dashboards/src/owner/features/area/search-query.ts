import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';

/** Searches orders, users, eBooks, messages and episodes. A newer search cancels an older one. */
export function useAdminSearch(q: string) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['admin-search', uid, q],
    enabled: uid !== null && q !== '',
    // Previous results stay while the admin types.
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api('GET /api/admin/search', { query: { q }, signal }),
  });
}
