import { useQuery } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';
import { useReaderUid } from '../../signed-in/signed-in-data.tsx';

/** One page of all paid orders. */
export function useCompletedOrders(after: string | undefined) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['completed-orders', uid, after],
    enabled: uid !== null,
    queryFn: ({ signal }) => api('GET /api/completed-orders', { query: { after }, signal }),
  });
}
