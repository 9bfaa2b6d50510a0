import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import type { Filters } from './analytics-filters.ts';

/** How many readers the newsletter had in a period. */
export function useReaderGrowth({ from, to }: Pick<Filters, 'from' | 'to'>) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['subscriber-growth', uid, from, to],
    enabled: uid !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api('GET /api/admin/subscriber-growth', { query: { from, to }, signal }),
  });
}
