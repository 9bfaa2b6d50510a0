import { useQuery } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';
import { useReaderUid } from '../../signed-in/reader-uid.ts';

/** Fetches the state of the system. Only for admins with the permission `site`. */
export function useSupport() {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['support', uid],
    enabled: uid !== null,
    staleTime: 0,
    queryFn: ({ signal }) => api('GET /api/admin/support', { signal }),
  });
}
