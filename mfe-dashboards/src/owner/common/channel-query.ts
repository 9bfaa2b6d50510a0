import type { Channel } from '@site/shared/contracts/admin-episodes.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';
import { useReaderUid } from '../../signed-in/reader-uid.ts';

/** What is read, and how the last reading went. While one is under way it is asked for again and again. */
export function useChannel() {
  const uid = useReaderUid();
  return useQuery<Channel>({
    queryKey: ['channel', uid],
    staleTime: 0,
    enabled: uid !== null,
    refetchInterval: ({ state }) => (state.data?.isReading ? 2_000 : false),
    queryFn: ({ signal }) => api('GET /api/admin/channel', { signal }),
  });
}
