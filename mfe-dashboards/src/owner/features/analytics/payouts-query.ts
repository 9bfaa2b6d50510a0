import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';

/** What Stripe paid out to the owner's bank, page by page. */
export function usePayouts() {
  const uid = useReaderUid();
  return useInfiniteQuery({
    queryKey: ['payouts', uid],
    enabled: uid !== null,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => api('GET /api/admin/payouts', { query: pageParam ? { after: pageParam } : {}, signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
