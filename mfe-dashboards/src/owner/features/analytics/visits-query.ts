import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import type { Filters } from './analytics-filters.ts';

type Period = Pick<Filters, 'from' | 'to'>;

/** How often the site was visited in a period. */
export function useVisits({ from, to }: Period) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['visits', uid, from, to],
    enabled: uid !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api('GET /api/admin/visits', { query: { from, to }, signal }),
  });
}

/** From where a page was visited; nothing is asked for null. */
export function usePageSources({ from, to }: Period, path: string | null) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['page-sources', uid, from, to, path],
    enabled: uid !== null && path !== null,
    queryFn: ({ signal }) => api('GET /api/admin/visits/page', { query: { from, to, path: path ?? '' }, signal }),
  });
}
