import { useQuery } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';

/** How the site's pages fared in the last 28 days. */
export function usePageReports() {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['page-reports', uid],
    enabled: uid !== null,
    queryFn: ({ signal }) => api('GET /api/admin/page-reports', { signal }),
  });
}
