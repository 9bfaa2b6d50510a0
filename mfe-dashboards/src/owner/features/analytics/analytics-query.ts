import type { Analytics } from '@site/shared/contracts/admin-analytics.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import type { Filters } from './analytics-filters.ts';

/** The numbers of a period. Those of the one before stay until the new ones are there. */
export function useAnalytics({ from, to, compare }: Filters) {
  const uid = useReaderUid();
  return useQuery<Analytics>({
    queryKey: ['analytics', uid, from, to, compare],
    enabled: uid !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api('GET /api/admin/analytics', { query: { from, to, compare }, signal }),
  });
}
