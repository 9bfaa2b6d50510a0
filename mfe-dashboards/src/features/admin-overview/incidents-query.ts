import { useQuery } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';
import { useReaderUid } from '../../signed-in/reader-uid.ts';

/** What is wrong now. */
export function useIncidents() {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['incidents', uid],
    enabled: uid !== null,
    staleTime: 0,
    queryFn: ({ signal }) => api('GET /api/admin/incidents', { signal }),
  });
}
